import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { describeEnds, type Ended } from './report.ts'

const quick: Ended = {
  name: 'quick',
  seconds: 3,
  processorSeconds: 2,
  verdict: 'holds',
  output: 'gate:quick holds',
}
const long: Ended = { ...quick, name: 'long', seconds: 40, listedSeconds: 20 }

describe('the report of gates', () => {
  it('names the longest first, and which took longer than it is listed with', () => {
    const [first, second] = describeEnds([quick, long]).split('\n')
    assert.equal(
      first?.trim(),
      '40 s,     2 s of the processor  long: holds (listed with 20 s)',
    )
    assert.equal(second?.trim(), '3 s,     2 s of the processor  quick: holds')
  })

  it('shows the last lines of what was slow or wrong once more, and of nothing else', () => {
    const output = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')
    const said = describeEnds([
      quick,
      { ...quick, name: 'wrong', verdict: 'fails', output },
    ])
    assert.match(said, /--- wrong\nline 20\n/)
    assert.match(said, /line 59$/)
    assert.doesNotMatch(said, /line 19\n|--- quick/)
  })
})
