import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateExpression } from './evaluate.ts'
import { expressionLimits } from './expression-tree.ts'
import { parseExpression } from './parse.ts'
import { readsVisitor, uses } from './uses.ts'

const names = {
  visitor: { claims: { unsigned: { plan: 'pro', seats: 5 }, groups: ['a', 'b'] } },
  space: { vars: { version: '2.1', empty: '' } },
  changeRequest: { subject: 'docs: say it', number: 7, assignees: [{ id: 'u1' }] },
  reviews: [
    { status: 'approved', reviewer: { id: 'u1' } },
    { status: 'approved', reviewer: { id: 'u2' } },
  ],
  actor: { id: 'u2', nothing: null },
}

function valueOf(source: string): unknown {
  const { value, problem } = evaluateExpression(source, names)
  assert.equal(problem, undefined, `${source}: ${problem?.message}`)
  return value
}

function problemIn(source: string): string {
  const { problem } = evaluateExpression(source, names)
  assert.ok(problem !== undefined, `${source} has a value`)
  return problem.message
}

test('says what conditions and merge rules ask', () => {
  const holding = [
    'visitor.claims.unsigned.plan === "pro"',
    "visitor.claims.groups.includes('b')",
    'reviews.length >= 2',
    'changeRequest.subject.startsWith("docs:")',
    'actor.id in ["u1", "u2"]',
    '!(actor.id in ["u9"])',
    '"plan" in visitor.claims.unsigned',
    'reviews[0].reviewer.id == "u1" && reviews[1].status === "approved"',
    'space.vars.version.endsWith(".1") ? true : false',
    '(visitor.claims.team?.name ?? "none") === "none"',
    'changeRequest.number % 2 == 1',
    'visitor.claims.missing?.deeply.nested.away === undefined',
  ]
  for (const source of holding) assert.equal(valueOf(source), true, source)
})

test('calculates as JavaScript does', () => {
  assert.equal(valueOf('1 + 2 * 3 - 4 / 2 % 3'), 5)
  assert.equal(valueOf('-(-3) - -2'), 5)
  assert.equal(valueOf('"v" + 1 + 2'), 'v12')
  assert.equal(valueOf('1 + 2 + "v"'), '3v')
  assert.equal(valueOf('0.1e1 + .5'), 1.5)
  assert.equal(valueOf('false ? 1 : null ? 2 : 3'), 3)
  assert.equal(valueOf(String.raw`"a\n\x41\u0042\u{1F600}\'"`), "a\nAB\u{1F600}'")
  assert.deepEqual(valueOf('[1, "a", [true],]'), [1, 'a', [true]])
})

test('sees own properties and nothing behind them', () => {
  const hidden = [
    'space.constructor',
    'space.__proto__',
    'space["__proto__"]',
    'space["con" + "structor"]',
    'space.vars.toString',
    '"text".constructor',
    '[].map',
    '"text".includes',
    '(1).toFixed',
    'space?.["hasOwnProperty"]',
  ]
  for (const source of hidden) assert.equal(valueOf(source), undefined, source)
  assert.equal(valueOf('"constructor" in space'), false)
  assert.match(problemIn('space.constructor.constructor'), /Nothing is there/)
})

test('runs no function and no accessor of the names', () => {
  let ran = 0
  const sly = {
    run: () => (ran += 1),
    holder: {
      get peek() {
        ran += 1
        return 1
      },
      valueOf: () => (ran += 1),
    },
  }
  const sources = ['run', 'holder.peek', 'holder + 1', 'holder == 1', '[holder][holder]']
  for (const source of sources) evaluateExpression(source, sly)
  assert.equal(ran, 0)
})

test('names the place of a problem', () => {
  assert.deepEqual(parseExpression('1 + '), {
    problem: { at: 4, message: 'Expected a value but the expression ends' },
  })
  assert.deepEqual(parseExpression('a b').problem?.at, 2)
  assert.match(problemIn('unknown.name'), /'unknown' is not known/)
  assert.match(problemIn('actor.nothing.more'), /Nothing is there to read 'more' of/)
  assert.match(problemIn('(actor.nothing?.more).again'), /Nothing is there/)
  assert.match(problemIn('reviews.map(1)'), /Only includes/)
  assert.match(problemIn('actor("x")'), /Only includes/)
  assert.match(problemIn('actor.id["includes"]("u")'), /Only includes/)
  assert.match(problemIn('actor.id || actor.name ?? 1'), /parentheses/)
  assert.match(problemIn('1 in 2'), /Only a list/)
  assert.match(problemIn('"open'), /closing quote/)
  for (const source of [
    '',
    '1 = 2',
    'a => a',
    '`x`',
    '1;2',
    'new Date',
    '01',
    '1n',
    '{}',
  ]) {
    assert.ok(parseExpression(source).problem !== undefined, source)
  }
})

test('stays within its limits', () => {
  const { lengthMax, depthMax, textLengthMax } = expressionLimits
  assert.match(problemIn(' '.repeat(lengthMax + 1)), /characters long/)
  assert.match(problemIn('('.repeat(500)), /levels deep/)
  assert.match(problemIn('!'.repeat(depthMax) + '1'), /levels deep/)
  assert.equal(valueOf('!'.repeat(depthMax - 2) + '1'), true)
  assert.equal(valueOf(Array(500).fill('1').join('+')), 500)
  const long = { text: 'x'.repeat(textLengthMax) }
  assert.match(evaluateExpression('text + "y"', long).problem?.message ?? '', /A text/)
  const heavy = Array(40).fill('text.includes("y")').join('||')
  const texts = { text: 'x'.repeat(100_000) }
  assert.match(evaluateExpression(heavy, texts).problem?.message ?? '', /steps/)
})

test('knows which names an expression reads', () => {
  assert.deepEqual(read('visitor.claims.unsigned["a"].b === space.vars[page.vars.x]'), {
    paths: ['visitor.claims.unsigned.a.b', 'space.vars', 'page.vars.x'],
    visitor: true,
  })
  assert.deepEqual(read('"visitor" in space.vars ? [a, -b] : c.includes(d)'), {
    paths: ['space.vars', 'a', 'b', 'c', 'd'],
    visitor: false,
  })
  assert.equal(read('space.vars[(visitor).claims.a]').visitor, true)
})

function read(source: string): { paths: readonly string[]; visitor: boolean } {
  const { expression } = parseExpression(source)
  assert.ok(expression !== undefined)
  const paths = uses(expression).map((path) => path.join('.'))
  return { paths, visitor: readsVisitor(expression) }
}
