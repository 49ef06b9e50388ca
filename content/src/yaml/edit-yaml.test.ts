import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { setYaml, setYamlValues } from './edit-yaml.ts'
import { readYaml } from './read-yaml.ts'

const name = (index: number) => `name_${index}`
const names = Array.from({ length: 60 }, (_, index) => name(index))

describe('many values of a mapping', () => {
  it('change only the lines that say them', () => {
    const text = `# why they are here\n${names.map((key) => `${key}: "old" # of ${key}\n`).join('')}# the end\n`
    const values = new Map([
      ...names.slice(0, 30).map((key) => [key, 'new'] as const),
      [name(40), undefined] as const,
      ['more', 'yes'] as const,
    ])
    const lines = names.flatMap((key, index) => {
      if (index === 40) return []
      return `${key}: "${index < 30 ? 'new' : 'old'}" # of ${key}\n`
    })
    const wanted = `# why they are here\n${lines.join('')}more: yes\n# the end\n`
    assert.equal(setYamlValues(text, [], values), wanted)
  })

  it('come into an empty text, a text without the mapping, and one in braces', () => {
    const values = new Map(names.map((key) => [key, 'x'] as const))
    const wanted = Object.fromEntries(values)
    const lines = names.map((key) => `  ${key}: x\n`).join('')
    assert.equal(setYamlValues('', ['vars'], values), `vars:\n${lines}`)
    assert.equal(setYamlValues('a: 1', ['vars'], values), `a: 1\nvars:\n${lines}`)
    const inBraces = setYamlValues('vars: { a: 1 } # few\n', ['vars'], values)
    assert.deepEqual(valuesOf(inBraces), { vars: { a: 1, ...wanted } })
    const notOne = setYamlValues('vars: 5\n', ['vars'], values)
    assert.deepEqual(valuesOf(notOne), { vars: wanted })
  })

  it('take their mapping with them when none is left', () => {
    const text = `a: 1\nvars:\n${names.map((key) => `  ${key}: x\n`).join('')}b: 2\n`
    const gone = new Map(names.map((key) => [key, undefined] as const))
    assert.equal(setYamlValues(text, ['vars'], gone), 'a: 1\nb: 2\n')
  })

  it('say what they say one by one', () => {
    const key = fc.constantFrom(...names)
    const value = fc.oneof(fc.string(), fc.constantFrom('yes', '1.0', 'a: b', '# c', ''))
    const mapping = fc.dictionary(key, value, { maxKeys: 50 })
    const changes = fc.dictionary(key, fc.option(value, { nil: undefined }), {
      minKeys: 25,
      maxKeys: 50,
    })
    fc.assert(
      fc.property(
        mapping,
        changes,
        fc.constantFrom([], ['vars']),
        (before, changed, path) => {
          const text = setYaml(
            '# first\nkept: true\n',
            ...Object.entries(before).map(([one, to]) => ({
              path: [...path, one],
              value: to,
            })),
          )
          const values = new Map(Object.entries(changed))
          const one = setYaml(
            text,
            ...Array.from(values, ([each, to]) => ({ path: [...path, each], value: to })),
          )
          const all = setYamlValues(text, path, values)
          assert.deepEqual(valuesOf(all), valuesOf(one))
          assert.match(all, /^# first\nkept: true\n/)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('take a time that grows as they do', () => {
    spent(1000)
    // A quadratic algorithm takes about 200 times as long for 16 times as many values.
    assert.ok(spent(16_000) < 60 * spent(1000))
  })
})

describe('a mapping', () => {
  it('has a key once, at any depth', () => {
    assert.deepEqual(readYaml('a: 1\nb: 2\na: 3\n'), {
      problem: { message: 'the key "a" is written twice', line: 3 },
    })
    assert.deepEqual(readYaml('a:\n  b: 1\n  "b": 2\n'), {
      problem: { message: 'the key "b" is written twice', line: 3 },
    })
    assert.deepEqual(valuesOf('a: { b: 1 }\nb: [{ b: 2 }, { b: 3 }]\n'), {
      a: { b: 1 },
      b: [{ b: 2 }, { b: 3 }],
    })
  })
})

function valuesOf(text: string): unknown {
  const reading = readYaml(text)
  return 'problem' in reading ? reading.problem.message : reading.values
}

function spent(count: number): number {
  const values = new Map(
    Array.from({ length: count }, (_, index) => [name(index), 'x'] as const),
  )
  const before = process.cpuUsage()
  const text = setYamlValues('', ['vars'], values)
  setYaml(text, { path: ['title'], value: 'x' }, { path: ['icon'], value: 'y' })
  const { user, system } = process.cpuUsage(before)
  return user + system
}
