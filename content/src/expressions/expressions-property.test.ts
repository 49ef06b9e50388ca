import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import * as fc from 'fast-check'
import { evaluateExpression } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { uses } from './uses.ts'

const space = { name: 'docs', count: 3, list: [1, 'a', null], inner: { deep: 'x' } }

const operators = '== != === !== < <= > >= + - * / % && ||'.split(' ')
const words =
  'a b space true null undefined in 1 2.5 "x" \'y\' length includes( startsWith( __proto__'.split(
    ' ',
  )
const signs = '( ) [ ] . ?. ? : ?? ! ,'.split(' ')

const pieces = fc.oneof(
  fc.constantFrom(...words, ...signs, ...operators),
  fc.string({ maxLength: 4 }),
)

test('never throws, whatever is written', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const source = parts.join(' ')
      const result = evaluateExpression(source, { space })
      assert.ok('problem' in result || 'value' in result)
      const { expression } = parseExpression(source)
      if (expression !== undefined) uses(expression)
    }),
    { numRuns: 3000 },
  )
})

test('agrees with JavaScript on what both understand', () => {
  const context = createContext({ space })
  let compared = 0
  fc.assert(
    fc.property(wellFormed(), (source) => {
      const { value, problem } = evaluateExpression(source, { space })
      if (problem !== undefined) {
        assert.match(problem.message, /steps|levels deep|characters long/)
        return
      }
      compared += 1
      assert.deepEqual(value, runInContext(source, context), source)
    }),
    { numRuns: 2000 },
  )
  assert.ok(compared > 1500)
})

const simple = [
  '1|2.5|0|-3|true|false|null|undefined|"a"|"10"|space.count|space.missing',
  'space.name.length|space.name[1]|space.list.length|space.list[0]|space.list[9]',
  'space?.inner.deep|space.none?.a.b.c|space.none?.[1]|"count" in space|"x" in space.inner',
].flatMap((sources) => sources.split('|'))
const receivers = ['"docs: x"', '"2"', "''", 'space.name', 'space["name"]']

/**
 * Expressions that mean the same as in JavaScript: no list after `in`, and no list or object where
 * a primitive is needed.
 */
function wellFormed(): fc.Arbitrary<string> {
  const operator = fc.constantFrom(...operators)
  const receiver = fc.constantFrom(...receivers)
  const method = fc.constantFrom('includes', 'startsWith', 'endsWith')
  const term = fc.tuple(fc.constantFrom('1', '"2"', 'space.count', 'true'), operator)
  return fc.letrec<{ value: string }>((tie) => {
    const value = tie('value')
    return {
      value: fc.oneof(
        { maxDepth: 5, depthIdentifier: 'expression' },
        fc.constantFrom(...simple),
        fc.tuple(value, operator, value).map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
        fc.tuple(value, value).map(([a, b]) => `(${a}) ?? (${b})`),
        fc.tuple(value, value, value).map(([a, b, c]) => `(${a}) ? ${b} : ${c}`),
        value.map((operand) => `!(${operand})`),
        value.map((operand) => `- (${operand})`),
        fc.tuple(receiver, method, value).map(([a, name, b]) => `${a}.${name}(${b})`),
        value.map((element) => `space.list.includes(${element})`),
        fc.array(value, { maxLength: 3 }).map((list) => `[${list.join(', ')}].length`),
        fc
          .array(term, { minLength: 1, maxLength: 6 })
          .map((terms) => `${terms.flat().join(' ')} 1`),
      ),
    }
  }).value
}
