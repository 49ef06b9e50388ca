import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  code,
  documentOf,
  expandable,
  expression,
  hint,
  ifBlock,
  leaf,
  paragraph,
  table,
  text,
} from '#test/build.ts'
import type { FlowBlock } from '#/document/nodes.ts'
import { blockConditions, visitorConditions } from './conditions.ts'
import { evaluateDocument, nothingKnown } from './evaluate-document.ts'
import type { DocumentNames } from './evaluate-document.ts'

const everything: DocumentNames = {
  scope: 'everything',
  spaceVariables: { version: '2.1', lines: 'one\ntwo' },
  pageVariables: { title: 'Start' },
  claims: {},
}

test('puts the text of an expression between its neighbours as one text', () => {
  const before = paragraph('Version ', expression('space.vars.version'), ' is here')
  assert.deepEqual(evaluated([before]), [paragraph('Version 2.1 is here')])
})

test('keeps the marks around an expression apart from its text', () => {
  const bold = text(leaf('Bold', { object: 'mark', type: 'bold' }))
  assert.deepEqual(evaluated([paragraph(bold, expression('1 + 1'), bold)]), [
    paragraph(text(...bold.leaves, '2', ...bold.leaves)),
  ])
})

test('leaves an empty text where an expression has no value', () => {
  const nothing = paragraph(expression('page.vars.none'))
  assert.deepEqual(evaluated([nothing]), [paragraph('')])
  const between = paragraph('a', expression('null'), 'b')
  assert.deepEqual(evaluated([between]), [paragraph('ab')])
})

test('leaves what has a problem, or gives a list, as it is', () => {
  for (const source of [
    'space.vars.',
    'nowhere',
    'space.vars.a.b',
    '[1]',
    'space.vars',
  ]) {
    const blocks = [paragraph(expression(source))]
    assert.deepEqual(evaluated(blocks), blocks, source)
  }
  const condition = [ifBlock('nowhere', paragraph('a'))]
  assert.deepEqual(evaluated(condition), condition)
})

test('resolves conditions in conditions, fragments, tables and containers', () => {
  const yes = paragraph('yes')
  const no = paragraph('no')
  const choice = [ifBlock('true', ifBlock('1 < 2', yes)), ifBlock('false', no)]
  assert.deepEqual(evaluated([...choice, no]), [yes, no])
  assert.deepEqual(evaluated([hint(...choice)]), [hint(yes)])
  assert.deepEqual(evaluated([expandable('t', ...choice)]), [expandable('t', yes)])
  assert.deepEqual(evaluated([table(['t'], [choice])]), [table(['t'], [[yes]])])
})

test('gives a container that lost everything one empty paragraph', () => {
  const gone = ifBlock('false', paragraph('gone'))
  const empty = paragraph('')
  assert.deepEqual(evaluated([gone]), [])
  assert.deepEqual(evaluated([hint(gone)]), [hint(empty)])
  assert.deepEqual(evaluated([table(['t'], [[gone]])]), [table(['t'], [[empty]])])
  assert.deepEqual(evaluated([ifBlock('nowhere', gone)]), [ifBlock('nowhere', empty)])
})

test('makes a line of code for each line of a value', () => {
  const before = code([text('a '), expression('space.vars.lines'), text(' b')])
  assert.deepEqual(evaluated([before]), [code('a one', 'two b')])
  const stays = code([expression('nowhere')], '')
  assert.deepEqual(evaluated([stays]), [stays])
})

test('leaves what reads the visitor where the result must be the same for everybody', () => {
  const names: DocumentNames = { ...everything, scope: 'same-for-everybody' }
  const visitor = expression('visitor.claims.name ?? page.vars.title')
  const condition = 'visitor.claims.unsigned.a == "b"'
  const blocks = [
    paragraph(expression('page.vars.title'), visitor),
    ifBlock(condition, ifBlock('true', paragraph(visitor))),
  ]
  assert.deepEqual(evaluated(blocks, names), [
    paragraph('Start', visitor),
    ifBlock(condition, paragraph(visitor)),
  ])
})

test('shows strict readers nothing of what has a problem, or gives a list', () => {
  const strict: DocumentNames = { ...everything, isStrict: true }
  const secret = expression('visitor.claims.plan.tier == "gold" ? "secret" : "plain"')
  for (const node of [secret, expression('["secret"]'), expression('"secret" +')]) {
    assert.deepEqual(evaluated([paragraph('a', node)], strict), [paragraph('a')])
    assert.deepEqual(evaluated([code([node])], strict), [code('')])
    assert.deepEqual(evaluated([ifBlock('nowhere', paragraph(node))], strict), [])
  }
})

test('decides nothing by what is unknown', () => {
  const roots = ['space.vars', 'page.vars', 'visitor.claims']
  const readings = roots.flatMap((root) => [root, `${root}.a`, `${root}?.["a"]?.b`])
  const sources = readings.flatMap((reading) => [
    `${reading} != "no"`,
    `${reading} !== "no"`,
    `!${reading}`,
    `!(${reading} == "no")`,
    `${reading} == undefined`,
    `${reading} || true`,
    `${reading} ?? true`,
    `${reading} ? true : true`,
    `!("a" in [${reading}])`,
    `false || !${reading}`,
  ])
  const names: DocumentNames = { scope: 'everything', ...nothingKnown, isStrict: true }
  const holds = blockConditions(nothingKnown)
  for (const source of sources) {
    const blocks = [ifBlock(source, paragraph('secret')), paragraph(expression(source))]
    assert.deepEqual(evaluated(blocks, names), [paragraph('')], source)
    const open = evaluated(blocks, { ...names, isStrict: false })
    assert.deepEqual(open, blocks, source)
    assert.equal(holds(source), false, source)
  }
  assert.deepEqual(evaluated([ifBlock('1 < 2', paragraph('a'))], names), [paragraph('a')])
})

test('knows of pages no variables, and decides nothing by them', () => {
  const holds = visitorConditions({})
  assert.equal(holds('!visitor.claims.plan'), true)
  assert.equal(holds('space.vars.released != "no"'), false)
  assert.equal(holds('!page.vars.hidden'), false)
})

test('knows nothing of the visitor unless it is told', () => {
  const blocks = [ifBlock('visitor.claims.unsigned.plan === "pro"', paragraph('pro'))]
  assert.deepEqual(evaluated(blocks), [])
  const claims = { unsigned: { plan: 'pro' } }
  assert.deepEqual(evaluated(blocks, { ...everything, claims }), [paragraph('pro')])
})

test('gives back the very document where nothing is to be evaluated', () => {
  const plain = documentOf(paragraph('a'), hint(paragraph('b')), code(''))
  assert.equal(evaluateDocument(plain, everything), plain)
  const expressions = documentOf(paragraph(expression('1')))
  assert.equal(
    evaluateDocument(expressions, { ...everything, scope: 'nothing' }),
    expressions,
  )
})

test('goes as deep as a document goes', () => {
  let block: FlowBlock = paragraph(expression('1'))
  for (let depth = 0; depth < 20_000; depth += 1) block = ifBlock('true', block)
  assert.deepEqual(evaluated([block]), [paragraph('1')])
})

function evaluated(
  blocks: readonly FlowBlock[],
  names: DocumentNames = everything,
): readonly FlowBlock[] {
  return evaluateDocument(documentOf(...blocks), names).nodes
}
