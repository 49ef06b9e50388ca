import type {
  RequestAttempt,
  StoredContent,
  StoredRequest,
  StoredRevision,
} from './merge-history.ts'

interface Requests {
  readonly problems: readonly string[]
  readonly happenedUnseen: number
}

type ById = ReadonlyMap<string, StoredRevision>

/** Change requests exist as often as they were made and are merged once, with all that was said in them. */
export function checkRequests(
  attempts: readonly RequestAttempt[],
  stored: StoredContent,
  byId: ById,
): Requests {
  const creations = attempts.filter(({ kind }) => kind === 'create')
  const bySubject = Map.groupBy(stored.requests, ({ subject }) => subject)
  const merges = Map.groupBy(
    stored.revisions.filter(({ type }) => type === 'merge'),
    ({ parents }) => byId.get(parents[1] ?? '')?.branch ?? 'nothing',
  )
  const attemptsOf = Map.groupBy(attempts, ({ request }) => request)
  const isSeen = (of: string, kind: string) =>
    (attemptsOf.get(of) ?? []).some(
      (each) => each.kind === kind && each.answer.outcome === 'done',
    )
  const unseen = stored.requests.filter(
    ({ id, subject, merged }) =>
      !isSeen(subject, 'create') || (merged !== null && !isSeen(id, 'merge')),
  )
  return {
    problems: [
      ...creations.flatMap((each) =>
        checkCreation(each, bySubject.get(each.request) ?? []),
      ),
      ...checkNumbers(creations, stored.requests),
      ...stored.requests.flatMap((request) =>
        checkMerged(request, {
          merges: merges.get(request.id) ?? [],
          attempts: attemptsOf.get(request.id) ?? [],
          stored,
        }),
      ),
      ...checkUpdates(attempts, byId),
      ...checkCounts(stored),
    ],
    happenedUnseen: unseen.length,
  }
}

function checkCreation(
  { request: subject, answer }: RequestAttempt,
  found: readonly StoredRequest[],
): string[] {
  const [only] = found
  if (found.length > 1) return [`request ${subject} was made ${found.length} times`]
  if (answer.outcome === 'refused' && only !== undefined) {
    return [`request ${subject} was refused and is there`]
  }
  if (answer.outcome !== 'done') return []
  const { id, number } = answer.made ?? {}
  return only?.id === id && only?.number === number
    ? []
    : [`request ${subject} was answered as ${number} and is ${only?.number ?? 'lost'}`]
}

/** Checks that numbers count from 1 without a gap, in the order in which the requests were made. */
function checkNumbers(
  creations: readonly RequestAttempt[],
  requests: readonly StoredRequest[],
): string[] {
  const ordered = requests.map(({ number }) => number).toSorted((a, b) => a - b)
  const astray = ordered.filter((number, index) => number !== index + 1)
  const made = creations.flatMap(({ answer, startMs, endMs }) =>
    answer.outcome === 'done' && answer.made
      ? [{ number: answer.made.number, startMs, endMs }]
      : [],
  )
  const byEnd = made.toSorted((a, b) => a.endMs - b.endMs)
  let ended = 0
  let numberMax = 0
  const late = made
    .toSorted((a, b) => a.startMs - b.startMs)
    .filter(({ startMs, number }) => {
      for (let next = byEnd[ended]; next !== undefined && next.endMs < startMs;) {
        numberMax = Math.max(numberMax, next.number)
        ended += 1
        next = byEnd[ended]
      }
      return number < numberMax
    })
  return [
    ...astray.map((number) => `there is a gap or a double before request ${number}`),
    ...late.map(({ number }) => `request ${number} was made after one with more`),
  ]
}

interface OfRequest {
  readonly merges: readonly StoredRevision[]
  readonly attempts: readonly RequestAttempt[]
  readonly stored: StoredContent
}

/** Checks that a merge is in the history of the main branch once, with the last revision, as it was answered. */
function checkMerged(request: StoredRequest, of: OfRequest): string[] {
  const { number } = request
  const [only] = of.merges
  const tries = of.attempts.filter(({ kind }) => kind === 'merge')
  const answered = tries.flatMap(({ answer }) =>
    answer.outcome === 'done' ? [answer.revision] : [],
  )
  if (of.merges.length > 1) {
    return [`request ${number} is merged ${of.merges.length} times`]
  }
  return [
    ...(only === undefined ? [] : checkMerge(request, only, { ...of, attempts: tries })),
    ...checkStatus(request, only),
    ...answered
      .filter((revision) => revision !== only?.id)
      .map((revision) => `the merge of request ${number} as ${revision} is lost`),
  ]
}

function checkMerge(
  { id, number }: StoredRequest,
  { parents }: StoredRevision,
  { attempts, stored }: OfRequest,
): string[] {
  const isTried = attempts.some(({ answer }) => answer.outcome !== 'refused')
  const head = stored.branches.find((branch) => branch.id === id)?.headRevision
  return [
    ...(isTried ? [] : [`nobody merged request ${number}`]),
    ...(parents[1] === head ? [] : [`request ${number} was edited after its merge`]),
  ]
}

function checkStatus(
  { number, status, merged }: StoredRequest,
  made: StoredRevision | undefined,
): string[] {
  const isMerged = made !== undefined
  return (status === 'merged') === isMerged && merged === (made?.id ?? null)
    ? []
    : [`request ${number} is ${status} as ${merged}, its merge is ${made?.id}`]
}

function checkUpdates(attempts: readonly RequestAttempt[], byId: ById): string[] {
  return attempts.flatMap(({ kind, request, answer }) =>
    kind !== 'update' ||
    answer.outcome !== 'done' ||
    byId.get(answer.revision)?.branch === request
      ? []
      : [`the update of ${request} to ${answer.revision} is lost`],
  )
}

function checkCounts({ requests, counts }: StoredContent): string[] {
  const count = (status: string) =>
    requests.filter((request) => request.status === status).length
  const wanted = { all: requests.length, open: count('open'), draft: count('draft') }
  const names = ['all', 'open', 'draft'] as const
  return names
    .filter((name) => counts[name] !== wanted[name])
    .map((name) => `${counts[name]} requests are counted as ${name}, of ${wanted[name]}`)
}
