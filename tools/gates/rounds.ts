import { slowExitCode } from '../gate.ts'

/** The end of one run of a gate. */
export interface Round {
  readonly code: unknown
  /** The part of the processor that the host gave to other machines meanwhile, 0 to 1. */
  readonly stolen: number
}

/** Times mean little when the host gave more of the processor than this to other machines. */
const stolenMax = 0.05
const roundsMax = 5

function isDisturbed({ code, stolen }: Round): boolean {
  return code === slowExitCode && stolen > stolenMax
}

/**
 * One wrong round fails. One slow round may be the machine's doing: two more decide, and slow twice
 * fails. A slow round that the host disturbed does not count, but if all rounds are like that, the
 * gate fails.
 */
export function verdictOf(rounds: readonly Round[]): 'holds' | 'fails' | 'again' {
  if (rounds.some(({ code }) => code !== 0 && code !== slowExitCode)) return 'fails'
  const held = rounds.filter(({ code }) => code === 0).length
  const slow = rounds.filter(
    (round) => round.code === slowExitCode && !isDisturbed(round),
  ).length
  if (slow > 1) return 'fails'
  if (held > slow) return 'holds'
  return rounds.length < roundsMax ? 'again' : 'fails'
}

/** The reason for another round after this one. */
export function reasonFor(round: Round): string {
  if (isDisturbed(round)) {
    const percent = (round.stolen * 100).toFixed(0)
    return `was too slow while ${percent} % of the processor was taken away; once more`
  }
  return round.code === 0
    ? 'was too slow once and held once; a last time'
    : 'was too slow; two more rounds decide'
}
