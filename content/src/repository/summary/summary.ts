import type { JsonValue } from '#/tree/entries.ts'

/** A table of contents, line by line: all parts joined in order are the file. */
export interface Summary {
  readonly items: readonly SummaryItem[]
  /** The lines after the last item. */
  readonly footer: string
  readonly eol: string
}

export interface SummaryItem {
  readonly kind: 'group' | 'link' | 'text' | 'computed'
  /** Lines before the item that belong to no other item: blank lines, comments, dividers. */
  readonly lead: string
  /** Whether the lead has the divider that ends a group of pages. */
  readonly endsGroup: boolean
  /** The item's own lines, with their endings. */
  readonly lines: string
  readonly indent: string
  /** The index of the enclosing item. */
  readonly parent: number | null
  readonly label: string
  /** The ranges, within `lines`, of a link and of its words. */
  readonly range?: readonly [number, number]
  readonly labelRange?: readonly [number, number]
  readonly url?: string
  readonly title?: string
  /** The slug that the heading of a group fixes. */
  readonly slug?: string
  readonly computed?: JsonValue
  /** The line number, counted from one. */
  readonly line: number
}

export function summaryText(summary: Summary): string {
  return summary.items.map(({ lead, lines }) => lead + lines).join('') + summary.footer
}
