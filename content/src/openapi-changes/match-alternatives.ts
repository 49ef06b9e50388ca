import type { Located } from './located.ts'
import type { SchemaView } from './schema-view.ts'

/** An alternative of oneOf or anyOf, with what it is recognised by. */
export interface Member {
  readonly schemas: readonly Located[]
  /** What they say together, where that is more than the schemas themselves say. */
  readonly view?: SchemaView
  /** What it refers to, its only value or its title. */
  readonly key?: string
  /** All that it says, where it has no key. */
  readonly text?: string
  readonly name: string
  readonly types: string
  readonly fields: ReadonlySet<string>
}

export interface Matched {
  readonly matches: readonly (readonly [Member, Member])[]
  readonly removed: readonly Member[]
  readonly added: readonly Member[]
}

/** Above this, alternatives without a key are matched only where their shapes are equal. */
const likenedMax = 24
const likenessMin = 0.5

/** Matches alternatives by key, then by equal text and shape, then by the most alike shape. */
export function matchMembers(
  before: readonly Member[],
  after: readonly Member[],
): Matched {
  const byKey = matchBy(before, after, ({ key }) => key)
  const byText = matchBy(byKey.removed, byKey.added, ({ text }) => text)
  const byShape = matchBy(byText.removed, byText.added, shapeText)
  const matches = [...byKey.matches, ...byText.matches, ...byShape.matches]
  const { removed, added } = byShape
  if (removed.length > likenedMax || added.length > likenedMax) {
    return { matches, removed, added }
  }
  const alike = matchAlike(removed, added)
  return { ...alike, matches: [...matches, ...alike.matches] }
}

function shapeText({ types, fields }: Member): string {
  return JSON.stringify([types, [...fields].toSorted()])
}

function matchBy(
  before: readonly Member[],
  after: readonly Member[],
  keyOf: (member: Member) => string | undefined,
): Matched {
  const waiting = new Map<string, Member[]>()
  for (const member of after.toReversed()) {
    const key = keyOf(member)
    if (key === undefined) continue
    const same = waiting.get(key)
    if (same === undefined) waiting.set(key, [member])
    else same.push(member)
  }
  const matches: (readonly [Member, Member])[] = []
  const removed: Member[] = []
  const taken = new Set<Member>()
  for (const member of before) {
    const key = keyOf(member)
    const other = key === undefined ? undefined : waiting.get(key)?.pop()
    if (other === undefined) removed.push(member)
    else {
      matches.push([member, other])
      taken.add(other)
    }
  }
  return { matches, removed, added: after.filter((member) => !taken.has(member)) }
}

function matchAlike(before: readonly Member[], after: readonly Member[]): Matched {
  const candidates = before
    .flatMap((old) =>
      after.map((current) => ({ old, current, by: likeness(old, current) })),
    )
    .filter(({ by }) => by >= likenessMin)
    .toSorted((one, other) => other.by - one.by)
  const matches: (readonly [Member, Member])[] = []
  const taken = new Set<Member>()
  for (const { old, current } of candidates) {
    if (taken.has(old) || taken.has(current)) continue
    taken.add(old).add(current)
    matches.push([old, current])
  }
  const isFree = (member: Member) => !taken.has(member)
  return { matches, removed: before.filter(isFree), added: after.filter(isFree) }
}

/** How alike two alternatives are, from 0 to 1: of one type, with the same fields. */
function likeness(one: Member, other: Member): number {
  if (one.types !== other.types) return 0
  if (one.key !== undefined && other.key !== undefined && hasOneValue(one, other)) {
    return 0
  }
  const all = one.fields.union(other.fields).size
  return all === 0 ? 1 : one.fields.intersection(other.fields).size / all
}

/** Whether both are single values: those are other values, not the same one changed. */
function hasOneValue({ key }: Member, { key: other }: Member): boolean {
  return key?.startsWith('const ') === true && other?.startsWith('const ') === true
}
