import { slowExitCode } from '../gate.ts'

/** How a gate ended once. */
export interface Round {
  readonly code: unknown
  /** The part of the processor that the host gave to others meanwhile, 0 to 1. */
  readonly stolen: number
}

/** Times say little where the host gave so much of the processor to others. */
const stolenMax = 0.05
const roundsMax = 5

function isDisturbed({ code, stolen }: Round): boolean {
  return code === slowExitCode && stolen > stolenMax
}

/**
 * What is wrong once is wrong. What is slow once may be the machine: two more rounds decide, and slow twice
 * is slow. A round that the host disturbed says nothing, but without any other there is nothing to go by.
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

/** Why another round follows this one. */
export function reasonFor(round: Round): string {
  if (isDisturbed(round)) {
    const percent = (round.stolen * 100).toFixed(0)
    return `was too slow while ${percent} % of the processor was taken away; once more`
  }
  return round.code === 0
    ? 'was too slow once and held once; a last time'
    : 'was too slow; two more rounds decide'
}
