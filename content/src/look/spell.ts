import type { JSONDocument } from '#/document/nodes.ts'
import type { ContentRef } from '#/document/references.ts'
import { mapDocument } from '#/document/walk.ts'
import { encodePath } from './destination.ts'
import { mapRefs } from './map-refs.ts'
import { folderOf, relativePath } from './paths.ts'

/** Looks up the paths of targets by id. A reference to an unknown target keeps its id. */
export interface Speller {
  /** The file of the page whose references are spelled, and its id. */
  readonly file: string
  readonly page?: string
  readonly fileOfPage: (page: string) => string | undefined
  readonly pathOfFile: (file: string) => string | undefined
  readonly pathOfReusableContent: (reusableContent: string) => string | undefined
  /** An address for a target in another space. */
  readonly addressOf?: (ref: ContentRef) => string | undefined
}

/** The document with relative paths in place of ids: the inverse of `resolveRefs`. */
export function spellRefs(document: JSONDocument, speller: Speller): JSONDocument {
  return mapDocument(document, (node) => [
    mapRefs(node, ({ ref }) => spelledRef(ref, speller)),
  ])
}

function spelledRef(ref: ContentRef, speller: Speller): ContentRef {
  if (ref.kind === 'url') return ref
  if ('space' in ref && ref.space !== undefined) {
    const url = speller.addressOf?.(ref)
    return url === undefined ? ref : { kind: 'url', url }
  }
  if (ref.kind === 'anchor') return spelledAnchor(ref, speller)
  const path = pathOf(ref, speller)
  return path === undefined ? ref : { kind: 'url', url: relativeUrl(path, speller) }
}

function spelledAnchor(
  ref: Extract<ContentRef, { kind: 'anchor' }>,
  speller: Speller,
): ContentRef {
  const { anchor, page } = ref
  if (page === undefined) return ref
  if (page === speller.page) return { kind: 'anchor', anchor }
  const path = speller.fileOfPage(page)
  if (path === undefined) return ref
  return { kind: 'url', url: `${relativeUrl(path, speller)}#${encodePath(anchor)}` }
}

function pathOf(ref: ContentRef, speller: Speller): string | undefined {
  if (ref.kind === 'page') return speller.fileOfPage(ref.page)
  if (ref.kind === 'file') return speller.pathOfFile(ref.file)
  if (ref.kind === 'reusable-content') {
    return speller.pathOfReusableContent(ref.reusableContent)
  }
  return undefined
}

function relativeUrl(path: string, speller: Speller): string {
  const url = encodePath(relativePath(folderOf(speller.file), path))
  // `a:b.md` would be read as an address with a scheme.
  return /^[^/]*:/.test(url) ? `./${url}` : url
}
