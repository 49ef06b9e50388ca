import { performance } from 'node:perf_hooks'

import type { Sample } from '#test/sample.ts'

import { type Kind, kinds, type Question } from './search-size-questions.ts'

/** The admin sees every space, the reader half of them, the guest eight. */
export const readers = ['admin', 'read', 'guest'] as const
export type ReaderName = (typeof readers)[number]

export interface Asked {
  readonly kind: Kind
  readonly reader: ReaderName
  readonly query: string
  readonly tookMs: number
  readonly status: number
  readonly pages: number
  readonly isPartial: boolean
}

interface Answering {
  readonly url: string
  readonly sample: Sample
}

export async function askOnce(
  { url, sample }: Answering,
  { kind, query }: Question,
  reader: ReaderName,
): Promise<Asked> {
  const startedMs = performance.now()
  const reply = await fetch(
    `${url}/v1/orgs/${sample.organization}/search?query=${encodeURIComponent(query)}`,
    { headers: { authorization: `Bearer ${sample.tokens[reader]}` } },
  )
  const text = await reply.text()
  const tookMs = performance.now() - startedMs
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape, where it is an answer at all
  const answer = JSON.parse(text) as {
    items?: { pages: unknown[] }[]
    partial?: boolean
  }
  return {
    kind,
    reader,
    query,
    tookMs,
    status: reply.status,
    pages: (answer.items ?? []).reduce((sum, { pages }) => sum + pages.length, 0),
    isPartial: answer.partial === true,
  }
}

/** What each kind took, for each reader. */
export function describeAsked(asked: readonly Asked[]): string[] {
  return kinds.map((kind) => {
    const parts = readers.map((reader) => {
      const own = asked.filter((each) => each.kind === kind && each.reader === reader)
      const partial = own.filter(({ isPartial }) => isPartial).length
      const empty = own.filter(({ pages }) => pages === 0).length
      return `${reader} ${timeAt(own, 0.5)}/${timeAt(own, 0.99)} ms${partial > 0 ? ` ${partial} partial` : ''}${empty > 0 ? ` ${empty} empty` : ''}`
    })
    return `  ${kind.padEnd(15)} p50/p99 ${parts.join(', ')}`
  })
}

function timeAt(asked: readonly Asked[], share: number): string {
  return at(asked, share).toFixed(1)
}

export function at(asked: readonly Asked[], share: number): number {
  const sorted = asked.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
