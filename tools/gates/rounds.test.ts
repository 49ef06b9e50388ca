import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { slowExitCode } from '../gate.ts'
import { reasonFor, type Round, verdictOf } from './rounds.ts'

const held: Round = { code: 0, stolen: 0.5 }
const slow: Round = { code: slowExitCode, stolen: 0.01 }
const disturbed: Round = { code: slowExitCode, stolen: 0.2 }
const wrong: Round = { code: 1, stolen: 0.5 }
const killed: Round = { code: null, stolen: 0.5 }

describe('rounds of a gate', () => {
  for (const [name, rounds, verdict] of [
    ['what holds holds', [held], 'holds'],
    ['what is wrong is not tried again', [wrong], 'fails'],
    ['what ended by a signal is not tried again', [killed], 'fails'],
    ['what is wrong later is wrong', [slow, wrong], 'fails'],
    ['what held before it was wrong is wrong', [slow, held, wrong], 'fails'],
    ['what is slow once is measured again', [slow], 'again'],
    ['what is slow twice is slow', [slow, slow], 'fails'],
    ['what held as often as it was slow is measured again', [slow, held], 'again'],
    ['what held more often than it was slow holds', [slow, held, held], 'holds'],
    ['what was slow more often than it held is slow', [slow, held, slow], 'fails'],
    ['what was slow in a disturbed round is measured again', [disturbed], 'again'],
    ['what holds after a disturbed round holds', [disturbed, held], 'holds'],
    ['what is slow after disturbed rounds is measured again', [disturbed, slow], 'again'],
    [
      'what never had an undisturbed round does not hold',
      Array.from({ length: 5 }, () => disturbed),
      'fails',
    ],
    [
      'what was not decided in five rounds does not hold',
      [disturbed, disturbed, disturbed, slow, held],
      'fails',
    ],
  ] as const) {
    it(name, () => {
      assert.equal(verdictOf(rounds), verdict)
    })
  }

  it('always end', () => {
    const endings = [held, slow, disturbed, wrong]
    function lengths(rounds: readonly Round[]): number[] {
      return endings.flatMap((round) => {
        const next = [...rounds, round]
        return verdictOf(next) === 'again' ? lengths(next) : [next.length]
      })
    }
    assert.equal(Math.max(...lengths([])), 5)
  })

  it('say why another follows', () => {
    assert.match(reasonFor(disturbed), /20 % of the processor/)
    assert.match(reasonFor(slow), /two more rounds decide/)
    assert.match(reasonFor(held), /a last time/)
  })
})
