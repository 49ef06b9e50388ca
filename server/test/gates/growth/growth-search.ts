import { performance } from 'node:perf_hooks'

import type { Measured } from './growth-cost.ts'

/** Each copy of a space has one word of its own, which all its sections hold. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'a word of every space': ['database', 'error', 'page', 'organization'],
  'two words': ['settings file', 'organization members', 'page link', 'backup database'],
  'four words': ['how to move a space', 'people who run your instance'],
  'an unfinished word': ['organiz', 'datab', 'instal'],
  'a mistyped word': ['databse', 'orgnization', 'setings'],
  'words together': ['"people who run"', '"the next page"'],
  'a word of one space': ['wordg00003', 'wordg00017', 'wordg00011'],
  'a word of none': ['zwolfboxkampfer', 'quuxification'],
}
const roundsPerQuestion = 20
const goalMs = 50
/** Far from what it takes, and further from what reading every section would. */
const limitMs = 2_000

export interface SearchTimes {
  readonly figure: string
  readonly slow: readonly string[]
}

/** How long a search in everything that an organization wrote takes, one after the other. */
export async function measureSearch(
  { world, api }: Measured,
  say: (line: string) => void,
): Promise<SearchTimes> {
  const headers = { authorization: `Bearer ${world.instance.sample.tokens.admin}` }
  const all: number[] = []
  for (const [kind, asked] of Object.entries(questions)) {
    const took: number[] = []
    for (let round = 0; round < roundsPerQuestion; round += 1) {
      for (const query of asked) {
        const startedMs = performance.now()
        const reply = await fetch(
          `${api.url}/v1/orgs/${world.organizationId}/search?query=${encodeURIComponent(query)}`,
          { headers },
        )
        const text = await reply.text()
        took.push(performance.now() - startedMs)
        if (reply.status !== 200) throw new Error(`${query} answered ${text}`)
      }
    }
    say(
      `  search of the organization, ${kind}: p50 ${at(took, 0.5)} ms, p99 ${at(took, 0.99)} ms`,
    )
    all.push(...took)
  }
  const p99 = at(all, 0.99)
  return {
    figure: `search of the organization p50 ${at(all, 0.5)} ms, p99 ${p99} ms (goal ${goalMs} ms)`,
    slow: Number(p99) > limitMs ? [`a search of the organization takes ${p99} ms`] : [],
  }
}

function at(took: readonly number[], share: number): string {
  const sorted = took.toSorted((one, other) => one - other)
  return (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)
}
