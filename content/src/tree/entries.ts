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

/** One item of a space's content: a page of any kind, a file or a reusable content. */
export interface Entry {
  readonly id: string
  readonly kind: EntryKind
  /** The enclosing page or group; null at the top, and for files and reusable contents. */
  readonly parent: string | null
  /** The order among siblings, by code unit; a new position fits between two different ones. */
  readonly position: string
  /** Values by name: `title`, `slug`, `icon`, `hidden`, `layout`, `cover`, `target`, `name`, … */
  readonly attributes: Readonly<Record<string, JsonValue>>
  /** The Markdown of a document page or reusable content, without the bytes of `head`. */
  readonly body?: string
  /** The bytes before the body: byte order mark, front matter, title heading. */
  readonly head?: string
}

/** The content of a revision, without its history. */
export interface ContentTree {
  readonly entries: ReadonlyMap<string, Entry>
  readonly variables: Readonly<Record<string, string>>
}
