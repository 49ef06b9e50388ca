import type { JSONDocument } from '#/document/nodes.ts'
import { spellRef } from '#/document/references.ts'
import type { ContentRef } from '#/document/references.ts'
import { mapDocument } from '#/document/walk.ts'
import { links } from '#/look/links.ts'
import type { FoundLink } from '#/look/links.ts'
import { mapRefs } from '#/look/map-refs.ts'
import { resolveRef } from '#/look/resolve-ref.ts'
import type {
  LinkStatus,
  Resolution,
  ResolutionBase,
  Targets,
} from '#/look/resolve-ref.ts'

export interface ResolvedLink extends FoundLink {
  readonly status: LinkStatus
  /** The target of the link; absent when broken, and for addresses elsewhere. */
  readonly target?: ContentRef
}

/** The document with ids in place of paths, and the resolution of each of its references. */
export function resolveRefs(
  document: JSONDocument,
  base: ResolutionBase,
  targets: Targets,
): { readonly document: JSONDocument; readonly links: readonly ResolvedLink[] } {
  const known = new Map<string, Resolution>()
  const resolve = (ref: ContentRef): Resolution => {
    const spelling = spellRef(ref)
    const resolution = known.get(spelling) ?? resolveRef(ref, base, targets)
    known.set(spelling, resolution)
    return resolution
  }
  return {
    document: mapDocument(document, (node) => [
      mapRefs(node, ({ ref }) => changed(ref, resolve(ref).ref)),
    ]),
    links: links(document).map((link) => {
      const { status, target } = resolve(link.ref)
      return target === undefined ? { ...link, status } : { ...link, status, target }
    }),
  }
}

/** Keeps the old object where nothing changed, so that the document keeps its own. */
function changed(before: ContentRef, after: ContentRef): ContentRef {
  return spellRef(before) === spellRef(after) ? before : after
}
