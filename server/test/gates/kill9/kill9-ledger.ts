import type { Intent, Kind, Line, Outcome, Settled } from './kill9-journal.ts'

/** What the database holds, by kind and id. */
export type Stored = Readonly<Record<Kind, ReadonlyMap<string, StoredObject>>>

export interface StoredObject {
  readonly value: string
  readonly owner: string
}

/** How many rows of the audit log carry each request id of one phase. */
export type AuditCounts = ReadonlyMap<string, number>

export interface Verdict {
  readonly lost: readonly string[]
  readonly phantom: readonly string[]
  /** Objects that requests without an answer may have changed, as they are now. */
  readonly settled: readonly Settled[]
}

interface History {
  /** The last value that was acknowledged or settled; undefined before there was one. */
  last: string | null | undefined
  readonly possible: (string | null)[]
  readonly refused: (string | null)[]
}

type Judged = Readonly<{ intent: Intent; outcome: Outcome['outcome'] }>

export interface Ledger {
  readonly enter: (lines: readonly Line[]) => void
  readonly check: (stored: Stored, audits: AuditCounts) => Verdict
  readonly counts: () => Readonly<Record<Outcome['outcome'], number>>
  /** Objects of a kind that were acknowledged and never in doubt since. */
  readonly certain: (kind: Kind) => string[]
  /** What was refused for objects of a kind, the latest first. */
  readonly refusals: (kind: Kind) => { object: string; value: string }[]
}

/** Turns the journal into what must be, what may be and what must not be. */
export function createLedger(owners: readonly string[]): Ledger {
  const open = new Map<number, Intent>()
  const histories = new Map<Kind, Map<string, History>>()
  const creationsInDoubt: Intent[] = []
  const counted = { acknowledged: 0, refused: 0, unknown: 0 }
  let unaudited: Judged[] = []

  function historyOf(kind: Kind, object: string): History {
    const ofKind = histories.get(kind) ?? new Map<string, History>()
    histories.set(kind, ofKind)
    const history = ofKind.get(object) ?? { last: undefined, possible: [], refused: [] }
    ofKind.set(object, history)
    return history
  }

  function enterOutcome({ n, outcome, id }: Outcome): void {
    const intent = open.get(n)
    if (intent === undefined) throw new Error(`Answer ${n} belongs to no intent`)
    open.delete(n)
    counted[outcome] += 1
    unaudited.push({ intent, outcome })
    const object = intent.object ?? id
    if (object === undefined) {
      if (outcome === 'unknown') creationsInDoubt.push(intent)
      return
    }
    const history = historyOf(intent.kind, object)
    if (outcome === 'acknowledged') history.last = intent.value
    else if (outcome === 'unknown') history.possible.push(intent.value)
    else history.refused.push(intent.value)
  }

  function enter(lines: readonly Line[]): void {
    for (const line of lines) {
      if ('outcome' in line) enterOutcome(line)
      else if ('settled' in line) {
        const history = historyOf(line.settled, line.object)
        history.last = line.value
        history.possible.length = 0
      } else open.set(line.n, line)
    }
  }

  function check(stored: Stored, audits: AuditCounts): Verdict {
    const found: Verdict[] = [auditVerdict(unaudited, audits)]
    unaudited = []
    for (const [kind, ofKind] of histories) {
      for (const [object, history] of ofKind) {
        found.push(objectVerdict(stored, { kind, object }, history))
      }
    }
    const phantom = unexplained(stored, histories, { creationsInDoubt, owners })
    return {
      lost: found.flatMap(({ lost }) => lost),
      phantom: [...found.flatMap((verdict) => verdict.phantom), ...phantom],
      settled: found.flatMap(({ settled }) => settled),
    }
  }

  return {
    enter,
    check,
    counts: () => counted,
    certain: (kind) =>
      [...(histories.get(kind) ?? [])]
        .filter(([, { last, possible }]) => typeof last === 'string' && !possible.length)
        .map(([object]) => object),
    refusals: (kind) =>
      [...(histories.get(kind) ?? [])]
        .toReversed()
        .flatMap(([object, { refused }]) =>
          refused.filter((value) => value !== null).map((value) => ({ object, value })),
        ),
  }
}

const nothing: Verdict = { lost: [], phantom: [], settled: [] }

function objectVerdict(
  stored: Stored,
  { kind, object }: { kind: Kind; object: string },
  { last, possible, refused }: History,
): Verdict {
  // Memberships go with their team, which is judged by itself.
  if (kind === 'membership' && !stored.team.has(object.split('/', 1).join(''))) {
    return nothing
  }
  const value = stored[kind].get(object)?.value ?? null
  const settled = possible.length > 0 ? [{ settled: kind, object, value }] : []
  if (value === (last ?? null) || possible.includes(value)) return { ...nothing, settled }
  const sentence = `${kind} ${object} is ${describe(value)}`
  return refused.includes(value)
    ? { ...nothing, phantom: [`${sentence}, which was refused`] }
    : { ...nothing, lost: [`${sentence} but was acknowledged as ${describe(last)}`] }
}

/** Every acknowledged write has its audit row, which is in the same transaction; no refused one has. */
function auditVerdict(judged: readonly Judged[], audits: AuditCounts): Verdict {
  const lost: string[] = []
  const phantom: string[] = []
  for (const { intent, outcome } of judged) {
    const { kind, requestId, isAudited } = intent
    const rows = audits.get(requestId) ?? 0
    const rowsMin = outcome === 'acknowledged' && isAudited ? 1 : 0
    const rowsMax = outcome === 'refused' ? 0 : 1
    const sentence = `${outcome} ${kind} write ${requestId} left ${rows} audit rows`
    if (rows < rowsMin) lost.push(sentence)
    if (rows > rowsMax) phantom.push(sentence)
  }
  return { ...nothing, lost, phantom }
}

/** Objects that no acknowledged request made; each creation in doubt may explain one. */
function unexplained(
  stored: Stored,
  histories: ReadonlyMap<Kind, ReadonlyMap<string, History>>,
  {
    creationsInDoubt,
    owners,
  }: { creationsInDoubt: readonly Intent[]; owners: readonly string[] },
): string[] {
  const excuses = new Map<string, number>()
  for (const { kind, client, value } of creationsInDoubt) {
    const key = keyOf(kind, owners[client], value)
    excuses.set(key, (excuses.get(key) ?? 0) + 1)
  }
  const problems: string[] = []
  for (const kind of creatable) {
    for (const [object, { value, owner }] of stored[kind]) {
      if (histories.get(kind)?.has(object) === true) continue
      const key = keyOf(kind, owner, value)
      const left = excuses.get(key) ?? 0
      if (left === 0) problems.push(`${kind} ${object} (${value}) was made by nobody`)
      else excuses.set(key, left - 1)
    }
  }
  return problems
}

const creatable = ['team', 'membership', 'token', 'link', 'mail', 'page', 'file'] as const

/** Links have nothing of their own that tells them apart, so there it counts whose they are. */
function keyOf(kind: Kind, owner: string | undefined, value: string | null): string {
  return kind === 'link' ? `${kind} ${value} ${owner}` : `${kind} ${value}`
}

function describe(value: string | null | undefined): string {
  return value === null || value === undefined ? 'absent' : `"${value}"`
}
