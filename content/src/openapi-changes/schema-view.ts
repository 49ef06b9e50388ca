import {
  idOf,
  link,
  spend,
  targetOf,
  type Comparison,
  type LinkOptions,
  type PairNode,
} from './comparison.ts'
import {
  asSchema,
  isRecord,
  listAt,
  memberOf,
  textAt,
  valueAt,
  type Located,
} from './located.ts'

/** A schema with what it refers to and what it is made of (allOf), for comparison. */
export interface SchemaView {
  /** Objects that all hold, without references between them. */
  readonly parts: readonly Located[]
  /** The lists of oneOf and anyOf, without an alternative that is null. */
  readonly choices: readonly Choice[]
  /** A list with one alternative besides null; the alternative is among the parts as well. */
  readonly only: Choice | undefined
  /** The types but null; undefined where any is allowed. */
  readonly types: ReadonlySet<string> | undefined
  /** Whether null is allowed; undefined where nothing says so. */
  readonly allowsNull: boolean | undefined
  /** References that lead out of the document, or nowhere. */
  readonly unresolved: readonly string[]
  /** Where it is written, which may be a reference. */
  readonly at: Located | undefined
  readonly key: string
}

export interface Choice {
  readonly at: Located
  readonly members: readonly Located[]
}

const partsMax = 256

/** The view of schemas that all hold. That of one alone is made once. */
export function viewOf(comparison: Comparison, schemas: readonly Located[]): SchemaView {
  const [at, ...others] = schemas
  if (at === undefined || others.length > 0) return makeView(comparison, schemas)
  const place = written(comparison, at)
  const known = isRecord(place.value) ? comparison.views.get(place.value) : undefined
  const view = known ?? makeView(comparison, [place])
  if (isRecord(place.value)) comparison.views.set(place.value, view)
  return { ...view, at }
}

/** What a mere reference leads to. */
function written(comparison: Comparison, at: Located): Located {
  spend(comparison)
  const reference = textAt(at, '$ref')
  if (reference === undefined || Object.keys(at.value ?? {}).length > 1) return at
  return asSchema(targetOf(comparison, at.isOld, reference)) ?? at
}

function makeView(comparison: Comparison, schemas: readonly Located[]): SchemaView {
  const gathered = gather(comparison, schemas)
  const { parts, choices, unresolved, only } = gathered
  const declared = declaredTypes(parts) ?? impliedTypes(comparison, parts)
  const types = declared && new Set([...declared].filter((type) => type !== 'null'))
  const key = [...parts.map(({ value }) => idOf(comparison, value)), ...unresolved].join()
  return {
    at: schemas[0],
    parts,
    choices,
    only,
    unresolved,
    types,
    key,
    allowsNull: nullness(gathered, declared),
  }
}

function nullness(
  { choices, isNullable }: Gathered,
  types: ReadonlySet<string> | undefined,
): boolean | undefined {
  if (isNullable) return true
  if (types !== undefined) return types.has('null')
  return choices.length > 0 ? false : undefined
}

/** Has two schemas compared, each given as objects that all hold. */
export function linkSchemas(
  comparison: Comparison,
  from: PairNode,
  pair: { readonly before: readonly Located[]; readonly after: readonly Located[] },
  options?: LinkOptions,
): void {
  const before = viewOf(comparison, pair.before)
  linkViews(comparison, from, { before, after: viewOf(comparison, pair.after) }, options)
}

export function linkViews(
  comparison: Comparison,
  from: PairNode,
  { before, after }: { readonly before: SchemaView; readonly after: SchemaView },
  options?: LinkOptions,
): void {
  const key = `${before.key}|${after.key}`
  link(comparison, from, { key, subject: { kind: 'schema', before, after } }, options)
}

/** The first part that has a keyword. */
export function partWith(view: SchemaView, keyword: string): Located | undefined {
  return view.parts.find((part) => valueAt(part, keyword) !== undefined)
}

export function keywordOf(view: SchemaView, keyword: string): unknown {
  const part = partWith(view, keyword)
  return part && valueAt(part, keyword)
}

/** The place of a change of a keyword: where the new document has it, or else where it had been. */
export function placeOf(
  { before, after }: { readonly before: SchemaView; readonly after: SchemaView },
  keyword: string,
): Located | undefined {
  return (
    partWith(after, keyword) ??
    after.parts[0] ??
    partWith(before, keyword) ??
    before.parts[0]
  )
}

interface Gathered {
  readonly parts: Located[]
  readonly choices: Choice[]
  readonly unresolved: string[]
  only: Choice | undefined
  isNullable: boolean
}

function gather(comparison: Comparison, schemas: readonly Located[]): Gathered {
  const gathered: Gathered = {
    parts: [],
    choices: [],
    unresolved: [],
    only: undefined,
    isNullable: false,
  }
  const seen = new Set<unknown>()
  const waiting = schemas.toReversed()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at.value)) continue
    if (seen.size === partsMax) {
      comparison.isPartial = true
      break
    }
    seen.add(at.value)
    spend(comparison)
    for (const more of gatherFrom(comparison, at, gathered)) waiting.push(more)
  }
  return gathered
}

/** Notes what one object says; gives the further schemas that hold with it, the last one first. */
function gatherFrom(
  comparison: Comparison,
  at: Located,
  gathered: Gathered,
): readonly Located[] {
  const more: Located[] = []
  const reference = textAt(at, '$ref')
  if (reference !== undefined) {
    const target = asSchema(targetOf(comparison, at.isOld, reference))
    if (target === undefined) gathered.unresolved.push(reference)
    else more.push(target)
  }
  const size = Object.keys(at.value ?? {}).length
  spend(comparison, size >> 3)
  if (reference === undefined || size > 1) gathered.parts.push(at)
  if (valueAt(at, 'nullable') === true && valueAt(at, 'type') === undefined) {
    gathered.isNullable = true
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    more.push(...gatherChoice(comparison, at, keyword, gathered))
  }
  more.push(...membersOf(comparison, at, 'allOf'))
  return more.toReversed()
}

/** Notes a list of alternatives; gives the one that is left where the other is null. */
function gatherChoice(
  comparison: Comparison,
  at: Located,
  keyword: string,
  gathered: Gathered,
): readonly Located[] {
  const all = membersOf(comparison, at, keyword)
  const members = all.filter((member) => !isNull(member.value))
  if (members.length === all.length) {
    if (all.length > 0) gathered.choices.push({ at, members })
    return []
  }
  gathered.isNullable = true
  if (members.length > 1) gathered.choices.push({ at, members })
  if (members.length !== 1) return []
  gathered.only = { at, members }
  return members
}

function membersOf(
  comparison: Comparison,
  at: Located,
  keyword: string,
): readonly Located[] {
  const members = listAt(at, keyword)
  spend(comparison, members.length)
  return members.map(asSchema).filter((member) => member !== undefined)
}

function isNull(schema: unknown): boolean {
  const [type, values] = [memberOf(schema, 'type'), memberOf(schema, 'enum')]
  if (type === 'null' || memberOf(schema, 'const') === null) return true
  return Array.isArray(values) && values.length === 1 && values[0] === null
}

/** The types that all parts allow, null among them; undefined where no part names any. */
function declaredTypes(parts: readonly Located[]): ReadonlySet<string> | undefined {
  let types: ReadonlySet<string> | undefined
  for (const part of parts) {
    const named = typesOf(part)
    if (named === undefined) continue
    types = types === undefined ? named : commonTypes(types, named)
  }
  return types
}

function typesOf(part: Located): ReadonlySet<string> | undefined {
  const type = valueAt(part, 'type')
  const named = Array.isArray(type) ? type.slice(0, 16) : [type]
  const types = new Set(named.filter((each): each is string => typeof each === 'string'))
  if (types.size === 0) return undefined
  if (valueAt(part, 'nullable') === true) types.add('null')
  if (types.has('number')) types.delete('integer')
  if (types.has('number') && isWhole(valueAt(part, 'multipleOf'))) {
    types.delete('number')
    types.add('integer')
  }
  return types
}

/** Whether multiples of it are integers, whatever the type is called. */
function isWhole(multiple: unknown): boolean {
  return Number.isInteger(multiple) && multiple !== 0
}

function commonTypes(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): ReadonlySet<string> {
  const common = one.intersection(other)
  const isInteger =
    (one.has('integer') && other.has('number')) ||
    (one.has('number') && other.has('integer'))
  return isInteger ? common.union(new Set(['integer'])) : common
}

/** The types of a schema that names none, from what else it says. */
function impliedTypes(
  comparison: Comparison,
  parts: readonly Located[],
): ReadonlySet<string> | undefined {
  for (const part of parts) {
    if (!isRecord(part.value)) continue
    if (valueAt(part, 'const') !== undefined) {
      return new Set([typeOfValue(valueAt(part, 'const'))])
    }
    const values = valueAt(part, 'enum')
    if (Array.isArray(values)) {
      spend(comparison, values.length)
      return new Set(values.map(typeOfValue))
    }
    const has = (keyword: string) => valueAt(part, keyword) !== undefined
    if (['properties', 'additionalProperties', 'patternProperties'].some(has)) {
      return new Set(['object'])
    }
    if (['items', 'prefixItems'].some(has)) return new Set(['array'])
  }
  return undefined
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}
