import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { describe, it } from 'node:test'
import { visitorConditions } from '#/expressions/conditions.ts'
import { splitPage } from './page-file.ts'
import { setAttributes } from './set-attributes.ts'

const isOpen = visitorConditions({})

/** Front matter in which a writer meant a condition: none may open the page to everybody. */
const conditions: readonly string[] = [
  'if: visitor.claims.beta',
  'if: false',
  'if: [visitor.claims.beta]',
  'if:\n  - visitor.claims.beta',
  'if: { visitor: beta }',
  'if:\n  visitor: beta',
  'if:',
  'if: null',
  'if: ~',
  'if: ""',
  "if: '  '",
  'if: visitor.claims.plan = 3',
  'If: visitor.claims.beta',
  'IF: visitor.claims.beta',
  '"if": visitor.claims.beta',
  "'If': visitor.claims.beta",
  '" if ": visitor.claims.beta',
  '? if\n: visitor.claims.beta',
  '{ if: visitor.claims.beta }',
  '{ "If": [1] }',
  'if : visitor.claims.beta',
  'if: visitor.claims.beta\nif: true',
  'if: visitor.claims.beta\nIf: true',
  'if:visitor.claims.beta',
  'IF:visitor.claims.beta',
  'if\uFF1A visitor.claims.beta',
  'title: a: b\nif: visitor.claims.beta',
  'if: visitor.claims.beta\ntitle: a: b',
  'if: visitor.claims.beta\nicon: a\nicon: b',
  'description: "open\nif: visitor.claims.beta',
  '\tif: visitor.claims.beta',
  'title: a\n\t"if": visitor.claims.beta',
  'title: a\nif visitor.claims.beta',
  'title: a\nif = visitor.claims.beta',
  '{ if: visitor.claims.beta',
  'a: &a { if: visitor.claims.beta }\n<<: *a',
  `if: visitor.claims.beta\nd: ${'x'.repeat(70_000)}`,
]

describe('a condition in the front matter', () => {
  it('never opens the page to everybody, however it is written', () => {
    for (const yaml of conditions) {
      for (const eol of ['\n', '\r\n', '\r']) {
        for (const file of filesWith(yaml)) {
          const written = file.replaceAll('\n', eol)
          const { head, body, attributes } = splitPage(written)
          equal(head + body, written)
          notEqual(attributes.condition, undefined, JSON.stringify(written.slice(0, 100)))
          equal(isOpen(attributes.condition ?? ''), false, JSON.stringify(yaml))
          deepEqual(
            splitPage(head).attributes,
            attributes,
            'the head says the same alone',
          )
        }
      }
    }
  })

  it('stays when another attribute is set, and follows when it is set or removed itself', () => {
    // Front matter that is too long stays so, whatever is added.
    for (const yaml of conditions.filter(({ length }) => length < 60_000)) {
      for (const file of filesWith(yaml)) {
        const { head, attributes } = splitPage(file)
        const described = splitPage(setAttributes(head, { description: 'New' }))
        const { condition } = attributes
        equal(
          described.attributes.condition,
          condition,
          JSON.stringify(file.slice(0, 99)),
        )
        equal(described.attributes.description, 'New')
        const set = splitPage(setAttributes(head, { condition: 'visitor.claims.other' }))
        equal(set.attributes.condition, 'visitor.claims.other', JSON.stringify(yaml))
        equal(set.conditionProblem, undefined, JSON.stringify(yaml))
        equal(setAttributes(head, {}), head)
        if (yaml.includes('<<')) continue
        const open = splitPage(setAttributes(head, { condition: null }))
        equal(open.attributes.condition, undefined, JSON.stringify(yaml))
      }
    }
  })

  it('is `true` and `false` as it says', () => {
    equal(splitPage('---\nif: true\n---\n').attributes.condition, 'true')
    equal(splitPage('---\nif: false\n---\n').attributes.condition, 'false')
    equal(splitPage('---\nif: false\n---\n').conditionProblem, undefined)
  })

  it('is not seen in words that only begin like one', () => {
    const files = [
      '---\n\nIf you read this, go on.\n\n---\n\nMore.\n',
      '---\nIf you read this: go on\n---\n',
      '---\ndescription: a: b\niframe: c\n---\n',
      '---\n\nWords\n\nif: then\n',
      '\n---\n\nWords\n\n---\n',
    ]
    for (const file of files) equal(splitPage(file).attributes.condition, undefined, file)
  })

  it('that holds for nobody says why, with the line of the file', () => {
    deepEqual(said('---\ntitle: a: b\nif: x\n---\n'), [
      'Line 2: the front matter cannot be read: a value with a colon in it needs quotes.',
      `Line 2: the front matter cannot be read: a value with a colon in it needs quotes. Line 3 has a condition.`,
    ])
    deepEqual(said('---\nicon: a\nif: [x]\n---\n'), [
      undefined,
      `Line 3: the condition of the page is a list, and no expression.`,
    ])
    deepEqual(said('---\nif:\n---\n'), [
      undefined,
      `Line 2: the condition of the page is empty, and no expression.`,
    ])
    deepEqual(said('---\nif: visitor.claims.beta\n\nText\n'), [
      'The front matter cannot be read: there is no line --- after the front matter.',
      `The front matter cannot be read: there is no line --- after the front matter. Line 2 has a condition.`,
    ])
    const [, unreadable] = said('---\nif: visitor.claims.plan = 3\n---\n')
    match(
      unreadable ?? '',
      /^Line 2: the condition of the page cannot be read: .* at character 21\.$/,
    )
  })
})

/** Files with this front matter: as it should be, below blank lines, and without its end. */
function filesWith(yaml: string): readonly string[] {
  const file = `---\n${yaml}\n---\n\n# Title\n\nText\n`
  const isCertain = /^["']?if["']?\s*[:\uFF1A]/im.test(yaml)
  return isCertain ? [file, `\n \n${file}`, `---\n${yaml}\n\n# Title\n\nText\n`] : [file]
}

function said(file: string) {
  const { problem, conditionProblem } = splitPage(file)
  return [problem, conditionProblem]
}
