import type { ContentRef } from '@lectern/content/document/references.ts'
import type { LinkStatus } from '@lectern/content/look/resolve-ref.ts'
import type { JsonValue } from '@lectern/content/tree/entries.ts'

export type EntryKind =
  | 'document'
  | 'group'
  | 'link'
  | 'computed'
  | 'file'
  | 'reusable-content'
  | 'variables'

/** The id of the entry of the space variables: as an entry, these have versions. */
export const variablesId = 'variables'

/** The target of a link in a document, as resolved when the document was written. */
export interface StoredLink {
  readonly ref: ContentRef
  readonly status: LinkStatus
  /** The target, when `ref` cannot name it: a path with a query. */
  readonly target?: ContentRef
  /** The conditions of the blocks around the link; absent without any. */
  readonly conditions?: readonly string[]
}

export type Attributes = Readonly<Record<string, JsonValue>>

/** One version of an entry, without the revisions it belongs to. */
export interface EntryState {
  readonly id: string
  readonly kind: EntryKind
  /** Empty at the top level, and for entries that are not pages. */
  readonly parentId: string
  readonly position: string
  readonly slug: string | null
  readonly title: string
  readonly attributes: Attributes
  /** The bytes before the body. */
  readonly head: string | null
  readonly documentId: string | null
  readonly links: readonly StoredLink[] | null
  readonly targets: readonly string[] | null
}

const pageKinds: ReadonlySet<string> = new Set(['document', 'group', 'link', 'computed'])

export function isPageKind(kind: string): boolean {
  return pageKinds.has(kind)
}
