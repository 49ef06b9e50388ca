import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'

interface Outcome {
  readonly problems: readonly string[]
  readonly slow?: readonly string[]
}

function runGateWith(outcome: Outcome, ...options: string[]) {
  const program = `
    import { runGate } from ${JSON.stringify(new URL('gate.ts', import.meta.url).href)}
    await runGate({
      name: 'example', seconds: 1, breaks: ['a defect'],
      run: async () => ({ figure: '7 of 8', ...${JSON.stringify(outcome)} }),
    })`
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', '--seed=5', ...options],
    { encoding: 'utf8' },
  )
  return { status, lines: stdout.trimEnd().split('\n') }
}

describe('a gate as a program', () => {
  it('says its seed first and its figure last, and ends with 0 where it holds', () => {
    const { status, lines } = runGateWith({ problems: [], slow: [] })
    assert.equal(status, 0)
    assert.equal(lines[0], 'gate:example seed 5, 1 s')
    assert.match(lines.at(-1) ?? '', /^gate:example holds in \d+\.\d s: 7 of 8$/)
  })

  it('ends with 1 where something is wrong, whatever else is slow', () => {
    for (const outcome of [
      { problems: ['lost'] },
      { problems: ['lost'], slow: ['late'] },
    ]) {
      const { status, lines } = runGateWith(outcome)
      assert.equal(status, 1)
      assert.ok(lines.includes('  lost'))
    }
  })

  it('ends with a code of its own where nothing but times are wrong', () => {
    const { status, lines } = runGateWith({ problems: [], slow: ['late'] })
    assert.equal(status, 75)
    assert.ok(lines.includes('  late'))
    assert.match(lines.at(-1) ?? '', /^gate:example is slow \(1 problems\)/)
  })

  it('has found a planted defect that makes it slow, and missed one that changes nothing', () => {
    assert.equal(runGateWith({ problems: [], slow: ['late'] }, '--self-test').status, 0)
    assert.equal(runGateWith({ problems: [] }, '--self-test').status, 1)
  })
})
