import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conflicts } from '#test/merge/body-case.ts'
import { mergeBodies } from './merge-bodies.ts'

const page = `Welcome to the handbook.

## Install

Run the installer and follow its questions.

## Configure

Open the settings and choose a language.
`

conflicts(
  'one sentence rewritten differently by both is shown, and the rest still merges',
  {
    base: page,
    ours: page
      .replace('the handbook', 'the guide')
      .replace('a language', 'your language'),
    theirs: page.replace('the handbook', 'our manual'),
    expected: [
      {
        kind: 'edit',
        base: 'Welcome to the handbook.',
        ours: 'Welcome to the guide.',
        theirs: 'Welcome to our manual.',
      },
    ],
    draft: page.replace('a language', 'your language'),
  },
)

conflicts('a paragraph deleted by one and edited by the other is never lost silently', {
  base: page,
  ours: page.replace('Run the installer and follow its questions.\n\n', ''),
  theirs: page.replace('follow its questions', 'answer its questions'),
  expected: [
    {
      kind: 'delete',
      base: 'Run the installer and follow its questions.',
      ours: '',
      theirs: 'Run the installer and answer its questions.',
    },
  ],
  draft: page,
})

conflicts('different paragraphs put at the same place are both shown', {
  base: page,
  ours: `${page}\nRestart the server.\n`,
  theirs: `${page}\nLog in again.\n`,
  expected: [
    { kind: 'insert', base: '', ours: 'Restart the server.', theirs: 'Log in again.' },
  ],
  draft: page,
})

conflicts('a section moved to different places by both', {
  base: 'Alpha is the first one.\n\nBravo is the second.\n\nCharlie is the third.\n\nDelta is the fourth.\n\nEcho is the fifth one.\n',
  ours: 'Bravo is the second.\n\nCharlie is the third.\n\nAlpha is the first one.\n\nDelta is the fourth.\n\nEcho is the fifth one.\n',
  theirs:
    'Bravo is the second.\n\nCharlie is the third.\n\nDelta is the fourth.\n\nEcho is the fifth one.\n\nAlpha is the first one.\n',
  expected: [
    { kind: 'move', base: '', ours: 'Alpha is the first one.', theirs: '' },
    { kind: 'move', base: '', ours: '', theirs: 'Alpha is the first one.' },
  ],
})

conflicts('a paragraph moved by one and deleted by the other', {
  base: 'Alpha is the first one.\n\nBravo is the second.\n\nCharlie is the third.\n',
  ours: 'Bravo is the second.\n\nCharlie is the third.\n\nAlpha is the first one.\n',
  theirs: 'Bravo is the second.\n\nCharlie is the third.\n',
  expected: [{ kind: 'move', base: '', ours: 'Alpha is the first one.', theirs: '' }],
})

conflicts('a paragraph added inside a section that the other side deleted', {
  base: 'Keep this paragraph.\n\n## Old section\n\nOld text of it.\n\nMore old text of it.\n\n## Kept section\n',
  ours: 'Keep this paragraph.\n\n## Kept section\n',
  theirs:
    'Keep this paragraph.\n\n## Old section\n\nOld text of it.\n\nBrand new words.\n\nMore old text of it.\n\n## Kept section\n',
  expected: [
    {
      kind: 'delete',
      base: '## Old section\n\nOld text of it.\n\nMore old text of it.',
      ours: '',
      theirs:
        '## Old section\n\nOld text of it.\n\nBrand new words.\n\nMore old text of it.',
    },
  ],
})

conflicts('only the list item that both changed is in conflict, not the list', {
  base: '* Get an account\n* Get a token\n* Read the terms\n',
  ours: '* Get an account today\n* Get a token\n* Read the terms\n',
  theirs: '* Get an account tomorrow\n* Get a token\n* Read all the terms\n',
  expected: [
    {
      kind: 'edit',
      base: 'Get an account',
      ours: 'Get an account today',
      theirs: 'Get an account tomorrow',
    },
  ],
  draft: '* Get an account\n* Get a token\n* Read all the terms\n',
})

conflicts('a hint given different styles by both is asked about its tag alone', {
  base: '{% hint style="info" %}\nMake a backup first.\n{% endhint %}\n',
  ours: '{% hint style="warning" %}\nMake a backup first.\n{% endhint %}\n',
  theirs: '{% hint style="danger" %}\nMake a backup at first.\n{% endhint %}\n',
  expected: [
    {
      kind: 'opening',
      base: '{% hint style="info" %}\n',
      ours: '{% hint style="warning" %}\n',
      theirs: '{% hint style="danger" %}\n',
    },
  ],
  draft: '{% hint style="info" %}\nMake a backup at first.\n{% endhint %}\n',
})

conflicts('neighbouring lines of code changed by each side', {
  base: '```js\nconst a = 1\nconst b = 2\n```\n',
  ours: '```js\nconst a = 10\nconst b = 2\n```\n',
  theirs: '```js\nconst a = 1\nconst b = 20\n```\n',
  expected: [
    {
      kind: 'edit',
      base: '```js\nconst a = 1\nconst b = 2\n```',
      ours: '```js\nconst a = 10\nconst b = 2\n```',
      theirs: '```js\nconst a = 1\nconst b = 20\n```',
    },
  ],
})

conflicts('a table row that both changed is asked about alone', {
  base: '| Name | Value |\n| --- | --- |\n| port | 80 |\n| host | local |\n',
  ours: '| Name | Value |\n| --- | --- |\n| port | 8080 |\n| host | local |\n',
  theirs: '| Name | Value |\n| --- | --- |\n| port | 8000 |\n| host | local host |\n',
  expected: [
    {
      kind: 'edit',
      base: '| port | 80 |',
      ours: '| port | 8080 |',
      theirs: '| port | 8000 |',
    },
  ],
})

test('choosing a side for each conflict gives that side, with everything else merged', () => {
  const ours = page.replace('the handbook', 'the guide')
  const theirs = page
    .replace('the handbook', 'our manual')
    .replace('a language', 'a colour')
  const { conflicts: open } = mergeBodies(page, ours, theirs)
  const [conflict] = open
  assert.ok(conflict)
  const chosen = mergeBodies(page, ours, theirs, {
    resolutionOf: (id) => (id === conflict.id ? { choose: 'ours' } : undefined),
  })
  assert.deepEqual(chosen, {
    merged: ours.replace('a language', 'a colour'),
    complete: true,
    conflicts: [],
  })
  const written = mergeBodies(page, ours, theirs, {
    resolutionOf: () => ({ text: 'Hello, reader.\n\nWelcome.' }),
  })
  assert.equal(
    written.merged,
    page
      .replace('Welcome to the handbook.', 'Hello, reader.\n\nWelcome.')
      .replace('a language', 'a colour'),
  )
})

test('choosing nothing at an insertion leaves the page as it was', () => {
  const ours = `${page}\nRestart the server.\n`
  const theirs = `${page}\nLog in again.\n`
  const result = mergeBodies(page, ours, theirs, {
    resolutionOf: () => ({ choose: 'base' }),
  })
  assert.equal(result.merged, page)
  const both = mergeBodies(page, ours, theirs, {
    resolutionOf: () => ({ text: 'Restart the server.\n\nLog in again.' }),
  })
  assert.equal(both.merged, `${page}\nRestart the server.\n\nLog in again.\n`)
})

conflicts(
  'rows put in another order are shown where the other side rewrote one of them',
  {
    base: '* Install\n  the server\n* Configure\n',
    ours: '* Install\n* Configure\n\n  Open the settings and choose a language.\n',
    theirs: '* Configure\n* Install\n  the server\n',
    expected: [
      {
        kind: 'delete',
        base: '* Install\n  the server',
        ours: '* Install',
        theirs: '',
      },
      {
        kind: 'edit',
        base: '* Configure',
        ours: '* Configure\n\n  Open the settings and choose a language.',
        theirs: '* Configure\n* Install\n  the server',
      },
    ],
    draft: '* Install\n  the server\n* Configure\n',
  },
)

const steps = `* Get an account from an owner
* Install the client
* Read the terms
`
const rewrittenStep = `* Get an account from an admin

  The admins of your organization are listed in its settings, with their addresses and time zones.`

conflicts('a list item deleted by one and rewritten at length by the other stays asked', {
  base: steps,
  ours: '* Install the client\n\n  It is small.\n* Read the terms\n',
  theirs: steps.replace('* Get an account from an owner', rewrittenStep),
  expected: [
    {
      kind: 'delete',
      base: '* Get an account from an owner',
      ours: '',
      theirs: rewrittenStep,
    },
  ],
  draft: steps.replace('the client', 'the client\n\n  It is small.'),
})

conflicts('a side that only deleted is not overruled by the one that rewrote', {
  base: '- Install\n',
  ours: '',
  theirs: '- Install\n  the server\n  and restart\n',
  expected: [
    {
      kind: 'delete',
      base: '- Install',
      ours: '',
      theirs: '- Install\n  the server\n  and restart',
    },
  ],
})

const asked = 'Alpha is the first one.\n\nAsk an owner for it.\n\nOmega is the last.\n'
const rewritten = 'Ask an admin, whose name stands in the settings of the page, for it.'

conflicts('a paragraph rewritten by one beside a new one that took its place for both', {
  base: asked,
  ours: asked.replace('Ask an owner for it.', 'Nobody needs a key any more.'),
  theirs: asked.replace(
    'Ask an owner for it.',
    `${rewritten}\n\nNobody needs a key any more.`,
  ),
  expected: [
    {
      kind: 'edit',
      base: 'Ask an owner for it.',
      ours: 'Nobody needs a key any more.',
      theirs: `${rewritten}\n\nNobody needs a key any more.`,
    },
  ],
  draft: asked,
})

conflicts('a paragraph deleted by one, and moved and rewritten by the other', {
  base: asked,
  ours: asked.replace('Ask an owner for it.\n\n', ''),
  theirs: `${asked.replace('Ask an owner for it.\n\n', '')}\n${rewritten}\n`,
  expected: [{ kind: 'move', base: '', ours: '', theirs: rewritten }],
  draft: asked.replace('Ask an owner for it.\n\n', ''),
})

conflicts('a list shortened by one, and moved and rewritten by the other, stands once', {
  base: `Alpha is the first one.\n\nOmega is the last.\n\n${steps}`,
  ours: 'Alpha is the first one.\n\nOmega is the last.\n\n* Get an account from an owner\n* Read the terms\n',
  theirs: `${rewrittenStep}\n* Read the terms\n\nAlpha is the first one.\n\nOmega is the last.\n`,
  expected: [
    { kind: 'move', base: '', ours: '', theirs: `${rewrittenStep}\n* Read the terms` },
    {
      kind: 'delete',
      base: steps.trimEnd(),
      ours: '* Get an account from an owner\n* Read the terms',
      theirs: '',
    },
  ],
  draft: `Alpha is the first one.\n\nOmega is the last.\n\n${steps}`,
})

test('the id of a conflict stays while other parts of the page change', () => {
  const ours = page.replace('the handbook', 'the guide')
  const theirs = page.replace('the handbook', 'our manual')
  const later = theirs.replace('a language', 'a colour')
  const [before] = mergeBodies(page, ours, theirs).conflicts
  const [after] = mergeBodies(page, ours, later).conflicts
  assert.ok(before)
  assert.equal(after?.id, before.id)
})

test('a link whose definition the other side removed is not broken silently', () => {
  const base =
    'First paragraph of it.\n\nSecond paragraph of it.\n\n[home]: https://example.com\n'
  const ours = base.replace('First paragraph', 'The [first][home] paragraph')
  const theirs = base.replace('\n[home]: https://example.com\n', '')
  const result = mergeBodies(base, ours, theirs)
  assert.equal(result.complete, false)
  assert.deepEqual(
    result.conflicts.map(({ kind }) => kind),
    ['reading'],
  )
  const chosen = mergeBodies(base, ours, theirs, {
    resolutionOf: () => ({ choose: 'ours' }),
  })
  assert.equal(chosen.merged, ours)
})

test('pages made to hurt are merged or reported, and end', () => {
  const deep = '> '.repeat(2000)
  const wide = 'x '.repeat(100_000)
  for (const base of [`${deep}a`, wide, '* '.repeat(3000), 'a\n'.repeat(20_000)]) {
    const result = mergeBodies(base, `${base}b\n`, `c${base}`)
    assert.equal(typeof result.merged, 'string')
  }
})
