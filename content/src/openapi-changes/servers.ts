import {
  find,
  spend,
  type Comparison,
  type LocatedOperation,
  type PairNode,
} from './comparison.ts'
import {
  below,
  isRecord,
  listAt,
  memberOf,
  textAt,
  valueAt,
  type Located,
  type OpenApiDocument,
} from './located.ts'
import { isSame } from './same.ts'
import { noteTexts } from './texts.ts'
import { quoted } from './words.ts'

export interface Servers {
  /** Whether an operation or its path has servers of its own. */
  readonly isOwn: boolean
  readonly list: readonly Located[]
}

/** The servers of an operation, or of the document. */
export function serversOf(
  { root }: OpenApiDocument,
  operation?: Pick<LocatedOperation, 'at' | 'item'>,
): Servers {
  for (const owner of operation === undefined ? [] : [operation.at, operation.item]) {
    const list = listAt(owner, 'servers')
    if (list.length > 0) return { isOwn: true, list }
  }
  const list = listAt(root, 'servers')
  if (list.length > 0) return { isOwn: false, list }
  return { isOwn: false, list: [below(root, 'servers', { url: '/' })] }
}

/** Compares two lists of servers, by URL. */
export function compareServers(
  comparison: Comparison,
  node: PairNode,
  old: Servers,
  current: Servers,
): void {
  const before = byUrl(comparison, old)
  const after = byUrl(comparison, current)
  for (const [url, at] of before) {
    const other = after.get(url)
    if (other !== undefined) compareServer(comparison, node, at, other)
    else noteServer(node, { at, url, how: 'removed' })
  }
  for (const [url, at] of after) {
    if (!before.has(url)) noteServer(node, { at, url, how: 'added' })
  }
}

function byUrl(comparison: Comparison, { list }: Servers): ReadonlyMap<string, Located> {
  spend(comparison, list.length)
  const found = new Map<string, Located>()
  for (const at of list) {
    const url = textAt(at, 'url')
    if (url !== undefined) found.set(url.endsWith('/') ? url.slice(0, -1) : url, at)
  }
  return found
}

interface ChangedServer {
  readonly at: Located
  readonly url: string
  readonly how: 'added' | 'removed'
}

function noteServer(node: PairNode, { at, url, how }: ChangedServer): void {
  find(node, {
    rule: `server-${how}`,
    at,
    name: url,
    says: () => `The server ${quoted(url)} was ${how}.`,
  })
}

function compareServer(
  comparison: Comparison,
  node: PairNode,
  before: Located,
  after: Located,
): void {
  noteTexts(comparison, node, before, after)
  const old = valueAt(before, 'variables')
  const current = valueAt(after, 'variables')
  if (!isRecord(old)) return
  for (const name of Object.keys(old)) {
    const rule = ruleOfVariable(comparison, old[name], memberOf(current, name))
    if (rule === undefined) continue
    find(node, {
      rule,
      at: after,
      name,
      says: () => `The variable ${quoted(name)} of the server changed.`,
    })
  }
}

function ruleOfVariable(comparison: Comparison, before: unknown, after: unknown) {
  const [old, current] = [valuesOf(before), valuesOf(after)]
  spend(comparison, 1 + (old?.size ?? 0) + (current?.size ?? 0))
  if (!isSame(comparison, memberOf(before, 'default'), memberOf(after, 'default'))) {
    return 'server-variable-narrowed'
  }
  if (current !== undefined && (old === undefined || !old.isSubsetOf(current))) {
    return 'server-variable-narrowed'
  }
  if (old === undefined || current?.isSubsetOf(old) === true) return undefined
  return 'server-variable-widened'
}

/** The values that a variable may have; undefined where any may be. */
function valuesOf(variable: unknown): ReadonlySet<unknown> | undefined {
  const values = memberOf(variable, 'enum')
  return Array.isArray(values) ? new Set(values) : undefined
}
