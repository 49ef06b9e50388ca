import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'

const preload = new URL('property-seed.ts', import.meta.url).href

function drawn(seed: string | undefined): string {
  const program = `
    import { assert, integer, property } from 'fast-check'
    const drawn = []
    assert(property(integer(), (value) => void drawn.push(value)), { numRuns: 5 })
    console.log(drawn.join())`
  const { LECTERN_TEST_SEED: _usual, ...environment } = process.env
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', preload, '--input-type=module', '--eval', program],
    {
      encoding: 'utf8',
      cwd: import.meta.dirname,
      env: { ...environment, ...(seed !== undefined && { LECTERN_TEST_SEED: seed }) },
    },
  )
  return stdout
}

describe('what properties are tried with', () => {
  it('is the same for the same seed, and different for another', () => {
    assert.match(drawn('7'), /^-?\d+(?:,-?\d+){4}\n$/u)
    assert.equal(drawn('7'), drawn('7'))
    assert.notEqual(drawn('7'), drawn('8'))
  })

  it('is left to chance without a seed', () => {
    assert.notEqual(drawn(undefined), drawn(undefined))
  })
})
