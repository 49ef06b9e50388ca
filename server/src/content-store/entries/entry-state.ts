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

/** Space variables are an entry of their own, so that they have versions like everything else. */
export const variablesId = 'variables'

/** What a link of a document leads to, as it was resolved when the document was written. */
export interface StoredLink {
  readonly ref: ContentRef
  readonly status: LinkStatus
  /** What it leads to, where `ref` cannot say that: a path with a query. */
  readonly target?: ContentRef
}

export type Attributes = Readonly<Record<string, JsonValue>>

/** One version of an entry, without the revisions it belongs to. */
export interface EntryState {
  readonly id: string
  readonly kind: EntryKind
  /** Empty at the top, and for what is no page. */
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
