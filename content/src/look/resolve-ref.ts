import type { ContentRef, UrlRef } from '#/document/references.ts'
import { digitPrefix } from './anchors.ts'
import { decodePercent, splitDestination } from './destination.ts'
import type { Destination } from './destination.ts'
import { folderOf, joinPath } from './paths.ts'

/**
 * Looks up the targets of references by path or id. Without `has` or `hasAnchor`, targets and
 * anchors count as present.
 */
export interface Targets {
  /** The id of the page in this file: `guide/README.md`. */
  readonly pageByFile: (path: string) => string | undefined
  /** The id of the page at this address in the tree: `guide/setup`; empty for the first page. */
  readonly pageByAddress: (address: string) => string | undefined
  readonly fileByPath: (path: string) => string | undefined
  readonly reusableContentByPath: (path: string) => string | undefined
  /** Undefined for a page whose anchors are not known here; its anchors count as present. */
  readonly hasAnchor?: (page: string, anchor: string) => boolean | undefined
  /** Whether the target of a reference by id exists. */
  readonly has?: (ref: ContentRef) => boolean
  /** The target of an address of the app, such as a page of another space. */
  readonly inApp?: (target: AppAddress) => ContentRef | undefined
}

/**
 * The parts of an app address, `<app>/s/<space>/<path>` or
 * `<app>/o/<organization>/s/<space>/<path>`.
 */
export interface AppAddress {
  readonly space: string
  readonly path: string
  readonly anchor?: string
}

export interface ResolutionBase {
  /** The file of the page with the reference; for a page without a file, the one it would have. */
  readonly file: string
  /** The id of the page with the reference. */
  readonly page?: string
  /** The base addresses of the app, such as `https://app.example.com`. */
  readonly appUrls?: readonly string[]
}

export type LinkStatus = 'ok' | 'broken' | 'in-app'

export interface Resolution {
  /** The reference with ids instead of paths, where the ids express all of the path. */
  readonly ref: ContentRef
  readonly status: LinkStatus
  /** The target of the reference; absent when broken, and for addresses elsewhere. */
  readonly target?: ContentRef
}

/** The target and the status of a reference, seen from the page that contains it. */
export function resolveRef(
  ref: ContentRef,
  base: ResolutionBase,
  targets: Targets,
): Resolution {
  if (ref.kind === 'url') return resolveUrl(ref, base, targets)
  if (ref.kind === 'anchor' && ref.space === undefined) {
    return checkAnchor(ref, base, targets)
  }
  return targets.has?.(ref) === false
    ? { ref, status: 'broken' }
    : { ref, status: 'ok', target: ref }
}

function resolveUrl(ref: UrlRef, base: ResolutionBase, targets: Targets): Resolution {
  const destination = splitDestination(unwrapped(ref.url))
  if (destination === undefined) return resolveAddress(ref, base, targets)
  if (ref.url === '') return { ref, status: 'ok' }
  const { fragment, query } = destination
  const found = findTarget(destination, base, targets)
  const target = found && withAnchor(found, fragment.slice(1), targets)
  if (target === undefined) return { ref, status: 'broken' }
  // A reference has no field for a query, nor for a fragment of a file.
  const saysAll = query === '' && (fragment === '' || target.kind === 'anchor')
  return { ref: saysAll ? target : ref, status: 'ok', target }
}

/** Removes the angles of `<a b.md>`, which only Markdown unwraps. */
function unwrapped(url: string): string {
  return url.startsWith('<') && url.endsWith('>') ? url.slice(1, -1) : url
}

type FoundTarget = Extract<ContentRef, { kind: 'page' | 'file' | 'reusable-content' }>

const reusableById = /^\/?reusable-content\/([\w-]+)$/

function findTarget(
  { path }: Destination,
  base: ResolutionBase,
  targets: Targets,
): FoundTarget | undefined {
  if (path === '') return ownPage(base, targets)
  const byId = reusableById.exec(path)?.[1]
  for (const spelling of new Set([path, decodePercent(path)])) {
    const folder = spelling.startsWith('/') ? '' : folderOf(base.file)
    const joined = joinPath(folder, spelling)
    const found = joined === undefined ? undefined : targetAt(joined, targets)
    if (found !== undefined) return found
  }
  return byId === undefined
    ? undefined
    : { kind: 'reusable-content', reusableContent: byId }
}

function ownPage(base: ResolutionBase, targets: Targets): FoundTarget | undefined {
  const page = base.page ?? targets.pageByFile(base.file)
  return page === undefined ? undefined : { kind: 'page', page }
}

/** The files that a path can mean: itself, or the file of a page named without extension. */
export function filesMeant(path: string): readonly string[] {
  if (path === '' || path.endsWith('/')) return [`${path}README.md`]
  return [path, `${path}.md`, `${path}/README.md`]
}

function targetAt(path: string, targets: Targets): FoundTarget | undefined {
  for (const file of filesMeant(path)) {
    const page = targets.pageByFile(file)
    if (page !== undefined) return { kind: 'page', page }
  }
  const file = targets.fileByPath(path)
  if (file !== undefined) return { kind: 'file', file }
  const reusableContent = targets.reusableContentByPath(path)
  if (reusableContent !== undefined) return { kind: 'reusable-content', reusableContent }
  const page = targets.pageByAddress(path.replace(/(?:^|\/)README\.md$|\.md$|\/$/, ''))
  return page === undefined ? undefined : { kind: 'page', page }
}

type AnchorRef = Extract<ContentRef, { kind: 'anchor' }>

/** The place on a page that a fragment names; undefined when the page has no such place. */
function withAnchor(
  found: FoundTarget,
  fragment: string,
  targets: Targets,
): FoundTarget | AnchorRef | undefined {
  if (found.kind !== 'page' || fragment === '') return found
  const anchor = anchorOn(found.page, fragment, targets)
  return anchor === undefined ? undefined : { kind: 'anchor', page: found.page, anchor }
}

function checkAnchor(ref: AnchorRef, base: ResolutionBase, targets: Targets): Resolution {
  const page = ref.page ?? base.page ?? targets.pageByFile(base.file)
  if (page === undefined) return { ref, status: 'ok', target: ref }
  const isThere = targets.has?.({ kind: 'page', page }) !== false
  const anchor = isThere ? anchorOn(page, ref.anchor, targets) : undefined
  return anchor === undefined
    ? { ref, status: 'broken' }
    : { ref, status: 'ok', target: { ...ref, anchor } }
}

/** The page's own spelling of an anchor; undefined when the page has no such anchor. */
function anchorOn(page: string, anchor: string, targets: Targets): string | undefined {
  const decoded = decodePercent(anchor)
  if (targets.hasAnchor?.(page, decoded) === undefined) return decoded
  const spellings = [anchor, decoded, `${digitPrefix}${decoded}`]
  return spellings.find((spelling) => targets.hasAnchor?.(page, spelling))
}

/** Resolves an address with a scheme or a host: that of the app; others are not checked. */
function resolveAddress(ref: UrlRef, base: ResolutionBase, targets: Targets): Resolution {
  const { url } = ref
  const below = base.appUrls
    ?.map((app) => (app.endsWith('/') ? app.slice(0, -1) : app))
    .find(
      (app) =>
        url === app || (/^[/?#]/.test(url.slice(app.length)) && url.startsWith(app)),
    )
  if (below === undefined) return { ref, status: 'ok' }
  const address = appAddress(url.slice(below.length))
  const target = address === undefined ? undefined : targets.inApp?.(address)
  return target === undefined
    ? { ref, status: 'in-app' }
    : { ref: target, status: 'ok', target }
}

const appPath = /^(?:\/o\/[^/?#]+)?\/s\/([^/?#]+)(?:\/([^?#]*))?(?:\?[^#]*)?(?:#(.+))?$/

function appAddress(rest: string): AppAddress | undefined {
  const [, space, path = '', anchor] = appPath.exec(rest) ?? []
  if (space === undefined) return undefined
  const address = { space: decodePercent(space), path: decodePercent(path) }
  return anchor === undefined ? address : { ...address, anchor: decodePercent(anchor) }
}
