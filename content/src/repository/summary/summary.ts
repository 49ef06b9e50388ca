import type { JsonValue } from '#/tree/entries.ts'

/** An item of a table of contents. */
export interface SummaryItem {
  readonly kind: 'group' | 'link' | 'text' | 'computed'
  /** The index of the enclosing item. */
  readonly parent: number | null
  readonly label: string
  readonly url?: string
  readonly title?: string
  /** The slug that the heading of a group fixes. */
  readonly slug?: string
  readonly computed?: JsonValue
  /** The line number, counted from one. */
  readonly line: number
}
