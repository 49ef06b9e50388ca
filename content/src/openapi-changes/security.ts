import {
  find,
  linkParts,
  resolved,
  spend,
  type Comparison,
  type PairNode,
} from './comparison.ts'
import {
  below,
  childOf,
  isRecord,
  memberOf,
  recordAt,
  recordOrEmptyAt,
  valueAt,
  type Located,
} from './located.ts'
import { canonicalText, isSame } from './same.ts'
import { bare, listed, quoted } from './words.ts'

interface Pair {
  readonly before: Located
  readonly after: Located
}

/** Links what two operations need: their own requirements, or those of the document. */
export function linkSecurity(
  comparison: Comparison,
  node: PairNode,
  before: Located,
  after: Located,
): void {
  linkParts(comparison, node, {
    kind: 'security',
    before: requirementsOf(comparison.before.root, before),
    after: requirementsOf(comparison.after.root, after),
  })
}

function requirementsOf(root: Located, operation: Located): Located {
  const own = childOf(operation, 'security')
  if (Array.isArray(own?.value)) return own
  const common = childOf(root, 'security')
  return Array.isArray(common?.value) ? common : below(root, 'security', [])
}

/** One way to be let in: credentials that are all needed, with their scopes. */
interface Way {
  readonly name: string
  readonly schemes: ReadonlyMap<string, ReadonlySet<string>>
  /** The names of the schemes in their own document. */
  readonly names: readonly string[]
}

/** Compares who is let in: everyone who was before must still be. */
export function compareSecurity(
  comparison: Comparison,
  node: PairNode,
  pair: Pair,
): void {
  const before = waysOf(comparison, pair.before)
  const after = waysOf(comparison, pair.after)
  linkSchemes(comparison, node, before, after)
  const [wasOpen, isOpen] = [before.some(isFree), after.some(isFree)]
  if (wasOpen !== isOpen) {
    const ways = listed((isOpen ? before : after).map(({ name }) => name))
    find(node, {
      rule: isOpen ? 'security-lifted' : 'security-required',
      at: pair.after,
      says: () =>
        isOpen
          ? `No authorization is needed any more (before: ${ways}).`
          : `Authorization is needed: ${ways}.`,
    })
    return
  }
  compareWays(node, pair, before, after)
}

function isFree({ schemes }: Way): boolean {
  return schemes.size === 0
}

function compareWays(
  node: PairNode,
  pair: Pair,
  before: readonly Way[],
  after: readonly Way[],
): void {
  const used = new Set<Way>()
  let isAnyRemoved = false
  for (const old of before) {
    const same = after.find((way) => hasSchemesOf(way, old) && hasSchemesOf(old, way))
    if (same !== undefined) {
      used.add(same)
      compareScopes(node, pair, old, same)
    } else if (
      !after.some((way) => hasSchemesOf(old, way) && lacking(old, way).length === 0)
    ) {
      isAnyRemoved = true
      find(node, {
        rule: 'security-alternative-removed',
        at: pair.before,
        name: bareName(old),
        says: () =>
          `Authorization by ${old.name} is no longer enough. What is: ${listed(after.map(({ name }) => name))}.`,
      })
    }
  }
  if (isAnyRemoved) return
  for (const way of after) {
    if (used.has(way)) continue
    find(node, {
      rule: 'security-alternative-added',
      at: pair.after,
      name: bareName(way),
      says: () => `Authorization by ${way.name} is possible too.`,
    })
  }
}

function bareName({ names }: Way): string {
  return names.slice(0, 5).map(bare).join(', ')
}

/** Whether the first way has all schemes of the second. */
function hasSchemesOf(way: Way, other: Way): boolean {
  return [...other.schemes.keys()].every((scheme) => way.schemes.has(scheme))
}

/** The scopes that the second way needs, and the first has not. */
function lacking({ schemes }: Way, other: Way): readonly string[] {
  return [...other.schemes].flatMap(([scheme, scopes]) =>
    [...scopes].filter((scope) => schemes.get(scheme)?.has(scope) !== true),
  )
}

function compareScopes(node: PairNode, pair: Pair, before: Way, after: Way): void {
  const [added, removed] = [lacking(before, after), lacking(after, before)]
  for (const scopes of [added, removed]) {
    if (scopes.length === 0) continue
    const named = listed(scopes.map(quoted))
    find(node, {
      rule: scopes === added ? 'security-scope-added' : 'security-scope-removed',
      at: pair.after,
      name: scopes.slice(0, 5).map(bare).join(', '),
      says: () =>
        scopes === added
          ? `Authorization by ${after.name} needs further scopes: ${named}.`
          : `Authorization by ${after.name} no longer needs: ${named}.`,
    })
  }
}

const waysMax = 32

function waysOf(comparison: Comparison, requirements: Located): readonly Way[] {
  const list = Array.isArray(requirements.value) ? requirements.value : []
  if (list.length > waysMax) comparison.isPartial = true
  const ways = list
    .slice(0, waysMax)
    .filter(isRecord)
    .map((requirement) => wayOf(comparison, requirement, requirements.isOld))
  return ways.length > 0 ? ways : [{ name: 'nothing', schemes: new Map(), names: [] }]
}

function wayOf(
  comparison: Comparison,
  requirement: Readonly<Record<string, unknown>>,
  isOld: boolean,
): Way {
  const names = Object.keys(requirement)
  const schemes = new Map<string, ReadonlySet<string>>()
  for (const name of names) {
    const scopes = requirement[name]
    const list = Array.isArray(scopes) ? scopes : []
    spend(comparison, 1 + list.length + (name.length >> 8))
    const texts = list.filter((scope): scope is string => typeof scope === 'string')
    schemes.set(schemeKey(comparison, name, isOld), new Set(texts))
  }
  const name = names.length === 0 ? 'nothing' : listed(names.map(quoted))
  return { name, schemes, names }
}

function schemeOf(
  comparison: Comparison,
  name: string,
  isOld: boolean,
): Located | undefined {
  const { root } = isOld ? comparison.before : comparison.after
  const components = recordOrEmptyAt(root, 'components')
  const scheme = recordAt(recordOrEmptyAt(components, 'securitySchemes'), name)
  return scheme && resolved(comparison, scheme)
}

/** A scheme is known by its name; one that the other document does not name, by what it says. */
function schemeKey(comparison: Comparison, name: string, isOld: boolean): string {
  const own = schemeOf(comparison, name, isOld)
  if (own === undefined || schemeOf(comparison, name, !isOld) !== undefined) {
    return `name ${name}`
  }
  return `means ${canonicalText(comparison, { ...meaningOf(own), flows: valueAt(own, 'flows') })}`
}

function linkSchemes(
  comparison: Comparison,
  node: PairNode,
  before: readonly Way[],
  after: readonly Way[],
): void {
  const used = new Set(after.flatMap(({ names }) => names))
  for (const name of new Set(before.flatMap(({ names }) => names))) {
    const old = schemeOf(comparison, name, true)
    const current = schemeOf(comparison, name, false)
    if (!used.has(name) || old === undefined || current === undefined) continue
    linkParts(comparison, node, { kind: 'security-scheme', before: old, after: current })
  }
}

/** Compares two definitions of a scheme. */
export function compareSchemes(
  comparison: Comparison,
  node: PairNode,
  { before, after }: Pair,
): void {
  const [old, current] = [meaningOf(before), meaningOf(after)]
  const isOther = canonicalText(comparison, old) !== canonicalText(comparison, current)
  if (!isOther && !losesFlow(comparison, before, after)) return
  find(node, {
    rule: 'security-scheme-changed',
    at: after,
    name: after.token,
    says: () => `The security scheme ${quoted(after.token)} works in another way.`,
  })
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}

/** What callers must know to use a scheme. Names of headers and schemes have no case. */
function meaningOf(scheme: Located): Readonly<Record<string, unknown>> {
  const [name, where] = [valueAt(scheme, 'name'), valueAt(scheme, 'in')]
  return {
    type: valueAt(scheme, 'type'),
    in: where,
    name: where === 'header' ? lower(name) : name,
    scheme: lower(valueAt(scheme, 'scheme')),
    openIdConnectUrl: valueAt(scheme, 'openIdConnectUrl'),
  }
}

const flowUrls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl']

/** Whether a flow, one of its URLs or one of its scopes is gone. */
function losesFlow(comparison: Comparison, before: Located, after: Located): boolean {
  const flows = valueAt(before, 'flows')
  if (!isRecord(flows)) return false
  return Object.keys(flows).some((name) => {
    const [old, current] = [flows[name], memberOf(valueAt(after, 'flows'), name)]
    if (!isRecord(old)) return false
    const scopes = Object.keys(memberOf(old, 'scopes') ?? {})
    const others = new Set(Object.keys(memberOf(current, 'scopes') ?? {}))
    spend(comparison, 1 + scopes.length + others.size)
    const isOther = (url: string) =>
      !isSame(comparison, memberOf(old, url), memberOf(current, url))
    return flowUrls.some(isOther) || scopes.some((scope) => !others.has(scope))
  })
}
