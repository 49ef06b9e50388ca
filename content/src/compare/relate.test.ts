import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockKeys } from '#/read/keys.ts'
import { read } from '#/read/read.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { relate, type Relation } from './relate.ts'

/** The relation of the block that has this text. */
function became(
  before: string,
  after: string,
  text: string,
): readonly (string | undefined)[] {
  const [old, young] = [read(before), read(after)]
  const relation = relate(old, young).get(keyOf(old, text))
  assert.ok(relation)
  return relation.how === 'gone' ? ['gone'] : [relation.how, textOf(young, relation)]
}

function keyOf(reading: Reading, text: string): string {
  for (const [block, key] of blockKeys(reading)) {
    if (sliceOf(reading, block) === text) return key
  }
  throw new Error(`No block says ${text}`)
}

function textOf(reading: Reading, relation: Relation): string | undefined {
  const keys = blockKeys(reading)
  const found = keys
    .entries()
    .find(([, key]) => relation.how !== 'gone' && key === relation.key)
  return found === undefined ? undefined : sliceOf(reading, found[0])
}

function sliceOf({ source }: Reading, { start, end }: SourceBlock): string {
  return source.slice(start, end)
}

const page = `Welcome to the handbook of the team.

## Install

Run the installer and follow its questions.

* Get an account from an owner
* Get a token for the account

{% hint style="info" %}
Make a backup of everything first.
{% endhint %}
`

test('a block that nobody touched is the same, however much is put around it', () => {
  const after = `A new first paragraph.\n\n${page}\nA new last one.\n`
  const text = 'Run the installer and follow its questions.'
  assert.deepEqual(became(page, after, text), ['same', text])
})

test('an edited block is found again', () => {
  const after = page.replace('follow its questions', 'answer all its questions')
  assert.deepEqual(became(page, after, 'Run the installer and follow its questions.'), [
    'edited',
    'Run the installer and answer all its questions.',
  ])
})

test('a moved block is found again', () => {
  const text = 'Welcome to the handbook of the team.'
  assert.deepEqual(became(page, `${page.replace(`${text}\n\n`, '')}\n${text}\n`, text), [
    'moved',
    text,
  ])
})

test('a block that was moved and edited is found again when it is clear', () => {
  const text = 'Welcome to the handbook of the team.'
  const later = 'Welcome to the new handbook of the team.'
  assert.deepEqual(became(page, `${page.replace(`${text}\n\n`, '')}\n${later}\n`, text), [
    'moved',
    later,
  ])
})

test('a block that was replaced by something else is gone, not attached to it', () => {
  const after = page.replace(
    'Run the installer and follow its questions.',
    'Nothing is needed on modern systems, they bring it along.',
  )
  assert.deepEqual(became(page, after, 'Run the installer and follow its questions.'), [
    'gone',
  ])
})

test('a deleted block is gone even when a similar one stays', () => {
  const before = 'Click the red button to start.\n\nClick the blue button to stop.\n'
  const after = 'Click the blue button to stop.\n'
  assert.deepEqual(became(before, after, 'Click the red button to start.'), ['gone'])
  assert.deepEqual(became(before, after, 'Click the blue button to stop.'), [
    'same',
    'Click the blue button to stop.',
  ])
})

test('blocks inside an edited container are related one by one', () => {
  const after = page
    .replace('Get a token for the account', 'Get a token for your account')
    .replace('* Get an account', '* Ask your team about it\n* Get an account')
  assert.deepEqual(became(page, after, '* Get an account from an owner'), [
    'same',
    '* Get an account from an owner',
  ])
  assert.deepEqual(became(page, after, 'Get a token for the account'), [
    'edited',
    'Get a token for your account',
  ])
})

test('a paragraph that goes into a hint is followed', () => {
  const text = 'Run the installer and follow its questions.'
  const after = page
    .replace(`${text}\n\n`, '')
    .replace(
      'Make a backup of everything first.',
      `Make a backup of everything first.\n\n${text}`,
    )
  assert.deepEqual(became(page, after, text), ['moved', text])
})

test('equal blocks keep their order', () => {
  const before = 'Same words here.\n\nMiddle of it all.\n\nSame words here.\n'
  const relations = relate(read(before), read(`${before}\nMore.\n`))
  assert.deepEqual(
    [...relations.values()].map(({ how }) => how),
    ['same', 'same', 'same'],
  )
  const targets = [...relations.values()].map((each) => ('key' in each ? each.key : ''))
  assert.equal(new Set(targets).size, 3)
})

test('no two blocks become one', () => {
  const before = Array.from(
    { length: 40 },
    (_, index) => `Line ${index} of the same kind.`,
  )
  const after = before.filter((_, index) => index % 3 !== 0).toReversed()
  const relations = relate(read(before.join('\n\n')), read(after.join('\n\n')))
  const targets = [...relations.values()].flatMap((each) =>
    'key' in each ? [each.key] : [],
  )
  assert.equal(new Set(targets).size, targets.length)
})

test('pages of thousands of blocks are related in bounded time', () => {
  const before = Array.from(
    { length: 3000 },
    (_, index) => `Paragraph ${index} of the page.`,
  )
  const after = before.map((text, index) => (index % 2 === 0 ? `${text} Indeed.` : text))
  const relations = relate(read(before.join('\n\n')), read(after.join('\n\n')))
  const gone = [...relations.values()].filter(({ how }) => how === 'gone')
  assert.equal(gone.length, 0)
})
