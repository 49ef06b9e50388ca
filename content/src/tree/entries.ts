export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export type EntryKind =
  | 'document'
  | 'group'
  | 'link'
  | 'computed'
  | 'file'
  | 'reusable-content'

/** One thing of a space's content: a page of any kind, a file or a reusable content. */
export interface Entry {
  readonly id: string
  readonly kind: EntryKind
  /** The page or group it stands in; null at the top, and for files and reusable contents. */
  readonly parent: string | null
  /** Orders siblings by code unit; there is always room for another between two. */
  readonly position: string
  /** `title`, `slug`, `icon`, `description`, `hidden`, `layout`, `cover`, `variables`, `target`, `name`, … */
  readonly attributes: Readonly<Record<string, JsonValue>>
  /** The Markdown of a document page or reusable content, without what `head` holds. */
  readonly body?: string
  /** The bytes before the body: byte order mark, front matter, title heading. */
  readonly head?: string
}

/** What a revision holds, without its history. */
export interface ContentTree {
  readonly entries: ReadonlyMap<string, Entry>
  readonly variables: Readonly<Record<string, string>>
}
