import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { applyOverlays } from './apply-overlays.ts'
import { compileTarget } from './compile-target.ts'
import { extentOf } from './json-value.ts'
import type { OverlayDocument } from './overlay.ts'
import { readOverlay } from './read-overlay.ts'

const info = { title: 'A', version: '1' }

function overlayOf(...actions: readonly (readonly [string, unknown])[]): OverlayDocument {
  return {
    ...info,
    actions: actions.map(([target, update]) => ({ target, update, isRemoval: false })),
  }
}

function messagesOf(result: ReturnType<typeof applyOverlays>): readonly string[] {
  return result.problems.map(({ message }) => message)
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 1; level < depth; level += 1) value = { a: value }
  return value
}

describe('a hostile overlay', () => {
  it('sets no prototype, and finds none', () => {
    const text = `{"overlay":"1.0.0","info":{"title":"A","version":"1"},"actions":[
      {"target":"$","update":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}},
      {"target":"$.__proto__","update":{"more":1}},
      {"target":"$.a.__proto__","update":{"isAdmin":true}},
      {"target":"$.a.constructor.prototype","update":{"isAdmin":true}},
      {"target":"$.a","update":{"__proto__":{"isAdmin":true}}},
      {"target":"$.a.toString","remove":true}]}`
    const read = readOverlay(text)
    assert.ok('overlay' in read)
    const { document, problems } = applyOverlays({ a: {} }, [read.overlay])
    assert.equal(Reflect.get({}, 'isAdmin'), undefined)
    assert.equal(
      JSON.stringify(document),
      '{"a":{"__proto__":{"isAdmin":true}},"__proto__":{"isAdmin":true,"more":1},"constructor":{"prototype":{"isAdmin":true}}}',
    )
    assert.deepEqual(
      problems.map(({ pointer, kind }) => [pointer, kind]),
      [2, 3, 5].map((index) => [`/actions/${index}`, 'unused']),
    )
  })

  it('grows the document no further than its limits', () => {
    const wide = { list: Array.from({ length: 1000 }, () => ({})) }
    const text = 'x'.repeat(100_000)
    const tooLong = applyOverlays(wide, [overlayOf(['$.list[*]', { text }])])
    assert.deepEqual(tooLong.document, wide)
    assert.match(messagesOf(tooLong).join(), /^The document becomes too large/)
    const doubling = Array.from({ length: 40 }, () => ['$..*', { a: {}, b: {} }] as const)
    const grown = applyOverlays({ a: {} }, [overlayOf(...doubling)])
    const { length } = grown.problems
    assert.ok(length > 0)
    assert.equal(
      typeof extentOf(grown.document, { valuesMax: 4_000_000, depthMax: 200 }),
      'object',
    )
  })

  it('makes the document no deeper than its limit', () => {
    const actions = Array.from(
      { length: 10 },
      (_, index) => [`$${'.a'.repeat(index * 40)}`, nested(41)] as const,
    )
    const { document, problems } = applyOverlays({}, [overlayOf(...actions)])
    assert.ok(problems.length > 0)
    const extent = extentOf(document, { valuesMax: 10_000, depthMax: 201 })
    assert.ok(typeof extent === 'object' && extent.depth <= 200)
  })

  it('ends a search that would take long, and does what comes before it', () => {
    const list = Array.from({ length: 3000 }, (_, index) => ({ index, in: [{}] }))
    const cubic = '$..[?count($..[?count($..*) > 1]) > 1]'
    const { document, problems } = applyOverlays(
      { list },
      [overlayOf(['$', { first: 1 }], [cubic, { bad: 1 }], ['$.list', 'late'])],
      { stepsMax: 200_000 },
    )
    assert.deepEqual(document, { list, first: 1 })
    assert.deepEqual(
      problems.map(({ pointer, kind }) => [pointer, kind]),
      [
        ['/actions/1', 'failed'],
        ['/actions/2', 'failed'],
      ],
    )
    assert.match(problems[0]?.message ?? '', /takes too long/)
  })

  it('names no more places than its limit', () => {
    const list = Array.from({ length: 500 }, () => ({}))
    const overlay = overlayOf([`$.list[${Array(200).fill('*').join()}]`, { a: 1 }])
    const result = applyOverlays({ list }, [overlay], { matchesMax: 10_000 })
    assert.deepEqual(result.document, { list })
    assert.match(messagesOf(result).join(), /more than 10000 places/)
  })

  it('is refused for aliases that multiply, for nesting, and for its length', () => {
    const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join()}]`).join('\n')}`
    const itself = 'overlay: 1.0.0\nactions: &a\n  - *a\n'
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const deepYaml = `x-a: ${deep}`
    for (const text of [bomb, itself, deep, deepYaml, 'x'.repeat(2_000_000)]) {
      const read = readOverlay(text)
      assert.ok('problems' in read, text.slice(0, 40))
      assert.ok(read.problems.length <= 20)
    }
  })

  it('is refused for a target that the parser would follow without end', () => {
    for (const target of [
      `$${'[?('.repeat(600)}`,
      `$[?${'!'.repeat(1900)}@.a]`,
      `$${"['a']".repeat(10_000)}`,
      '$[?search(@.a, "(a*)*b")]',
      '$[?match(@.a, @.b)]',
    ]) {
      assert.ok('problem' in compileTarget(target), target.slice(0, 40))
    }
    assert.ok('query' in compileTarget(`$${'.a'.repeat(900)}`))
  })

  it('meets documents of any kind', () => {
    const overlay = overlayOf(['$', { a: 1 }])
    for (const document of [undefined, null, 1, 'text', true]) {
      const result = applyOverlays(document, [overlay])
      assert.equal(result.document, document)
      assert.equal(result.problems.length, 1)
    }
    const tooDeep = nested(1000)
    assert.equal(applyOverlays(tooDeep, [overlay]).document, tooDeep)
  })
})

const names = fc.constantFrom('a', 'b', 'paths', '__proto__', 'constructor', '0')
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(1, 'x', null, true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.tuple(names, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}))
const steps = fc.constantFrom(
  '.a',
  '.b',
  '.*',
  '..*',
  '[0]',
  '[-1]',
  "['__proto__']",
  '[?@.a]',
)
const targets = fc.array(steps, { maxLength: 4 }).map((parts) => `$${parts.join('')}`)
const anyAction = fc.record({
  target: targets,
  update: anyValue,
  isRemoval: fc.boolean(),
})

describe('any overlay', () => {
  it('never throws, changes nothing it was given, and gives JSON', () => {
    fc.assert(
      fc.property(
        anyValue,
        fc.array(anyAction, { maxLength: 5 }),
        (document, actions) => {
          const before = JSON.stringify(document)
          const overlays = [{ ...info, actions }]
          const updates = JSON.stringify(actions)
          const result = applyOverlays(document, overlays)
          assert.equal(JSON.stringify(document), before)
          assert.equal(JSON.stringify(actions), updates)
          const text = JSON.stringify(result.document)
          assert.deepEqual(JSON.parse(text), structuredClone(result.document))
          assert.equal(
            JSON.stringify(applyOverlays(JSON.parse(before), overlays).document),
            text,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says the same when its actions stand in several overlays', () => {
    fc.assert(
      fc.property(
        anyValue,
        fc.array(anyAction, { maxLength: 4 }),
        (document, actions) => {
          const one = applyOverlays(document, [{ ...info, actions }]).document
          const many = actions.map((action) => ({ ...info, actions: [action] }))
          assert.equal(
            JSON.stringify(applyOverlays(document, many).document),
            JSON.stringify(one),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it('that sets a value has it set, however often it is applied', () => {
    fc.assert(
      fc.property(
        anyValue,
        names,
        fc.constantFrom<unknown>(1, 'x', null),
        (value, key, to) => {
          fc.pre(typeof value === 'object' && value !== null && !Array.isArray(value))
          const update = Object.fromEntries([[key, to]])
          const overlay = {
            ...info,
            actions: [{ target: '$', update, isRemoval: false }],
          }
          const { document } = applyOverlays(value, [overlay])
          assert.deepEqual(Object.getOwnPropertyDescriptor(document, key)?.value, to)
          const again = applyOverlays(document, [overlay]).document
          assert.equal(JSON.stringify(again), JSON.stringify(document))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is read without a throw from any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          anyValue.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const read = readOverlay(text)
          assert.ok('overlay' in read || read.problems.length > 0)
        },
      ),
      { numRuns: 500 },
    )
  })
})
