import {
  type HistoryItem,
  isRequestAttempt,
  type RequestAttempt,
  type StoredContent,
  type StoredRevision,
} from './merge-history.ts'

/** That a branch was at a number, at some moment between two. */
interface Seen {
  readonly branch: string
  readonly startMs: number
  readonly endMs: number
  readonly number: number
  readonly isWrite: boolean
  readonly what: string
}

type ById = ReadonlyMap<string, StoredRevision>

/** Whatever ended before something else began is not after it in the order of the numbers. */
export function checkOrder(
  history: readonly HistoryItem[],
  stored: StoredContent,
  byId: ById,
): string[] {
  const attempts = history.filter(isRequestAttempt)
  const seen = [
    ...history.flatMap((item) => {
      const all = seenIn(item, stored, byId)
      const isTakenIn = !isOfMerged(item, attempts, stored)
      return isTakenIn ? all : all.filter(({ branch }) => branch !== stored.spaceId)
    }),
    ...mergesIn(attempts, stored, byId),
  ]
  return [...Map.groupBy(seen, ({ branch }) => branch).values()].flatMap(checkBranch)
}

/** Whether it is an update of what may have been merged, which has nothing to take in any more. */
function isOfMerged(
  item: HistoryItem,
  attempts: readonly RequestAttempt[],
  { requests }: StoredContent,
): boolean {
  if (item.kind !== 'update') return false
  const { request, endMs } = item
  const isMerged = requests.some(({ id, merged }) => id === request && merged !== null)
  return (
    isMerged &&
    attempts.some(
      (one) => one.kind === 'merge' && one.request === request && one.startMs < endMs,
    )
  )
}

function checkBranch(seen: readonly Seen[]): string[] {
  const problems: string[] = []
  const byStart = seen.toSorted((a, b) => a.startMs - b.startMs)
  const byEnd = seen.toSorted((a, b) => a.endMs - b.endMs)
  let ended = 0
  let latest: Seen | undefined
  for (const item of byStart) {
    for (let next = byEnd[ended]; next !== undefined && next.endMs < item.startMs;) {
      if (latest === undefined || next.number > latest.number) latest = next
      ended += 1
      next = byEnd[ended]
    }
    const numberMin = (latest?.number ?? 0) + (item.isWrite ? 1 : 0)
    if (item.number < numberMin) {
      problems.push(`${item.what} after ${latest?.what} had ended`)
    }
  }
  return problems
}

function seenIn(item: HistoryItem, { spaceId }: StoredContent, byId: ById): Seen[] {
  const { startMs, endMs } = item
  // A read of what is not there is told by a number that nothing has.
  const numberOf = (revision: string) => byId.get(revision)?.number ?? -1
  if (item.kind === 'read') {
    const { branch } = item
    const number = numberOf(item.revision)
    const what = `number ${number} was read`
    return [{ branch, startMs, endMs, number, isWrite: false, what }]
  }
  const { answer } = item
  if (answer.outcome !== 'done') return []
  const number = numberOf(answer.revision)
  if (item.kind === 'edit') {
    const { branch, mark } = item
    const what = `${mark} became number ${number}`
    return [{ branch, startMs, endMs, number, isWrite: true, what }]
  }
  const at = { startMs, endMs, isWrite: false }
  const { request } = item
  if (item.kind === 'create') {
    return [{ ...at, branch: spaceId, number, what: `${request} began at ${number}` }]
  }
  if (item.kind === 'merge') return []
  // An update reads the main branch, and leaves its own branch at what it answers.
  const main = byId.get(answer.revision)?.mainNumber ?? -1
  return [
    { ...at, branch: request, number, what: `an update answered ${number}` },
    { ...at, branch: spaceId, number: main, what: `an update took in number ${main}` },
  ]
}

/** All attempts to merge one change request are one write: after the first began, before one ended. */
function mergesIn(
  attempts: readonly RequestAttempt[],
  { spaceId, requests }: StoredContent,
  byId: ById,
): Seen[] {
  const merging = attempts.filter(({ kind }) => kind === 'merge')
  const byRequest = Map.groupBy(merging, ({ request }) => request)
  return requests.flatMap(({ id, number: requestNumber, merged }) => {
    const ofRequest = byRequest.get(id) ?? []
    const done = ofRequest.filter(({ answer }) => answer.outcome === 'done')
    if (merged === null || ofRequest.length === 0) return []
    const number = byId.get(merged)?.number ?? -1
    return [
      {
        branch: spaceId,
        startMs: Math.min(...ofRequest.map(({ startMs }) => startMs)),
        endMs: Math.min(...done.map(({ endMs }) => endMs)),
        number,
        isWrite: true,
        what: `the merge of request ${requestNumber} became number ${number}`,
      },
    ]
  })
}
