import type { JsonValue } from '#/tree/entries.ts'

/** A table of contents, line by line: everything joined in order is the file. */
export interface Summary {
  readonly items: readonly SummaryItem[]
  /** The lines after the last item. */
  readonly footer: string
  readonly eol: string
}

export interface SummaryItem {
  readonly kind: 'group' | 'link' | 'text' | 'computed'
  /** Lines before the item that are none of another: blank lines, comments, dividers. */
  readonly lead: string
  /** Whether the lead has the divider that ends a group of pages. */
  readonly endsGroup: boolean
  /** The item's own lines, with their endings. */
  readonly lines: string
  readonly indent: string
  /** The item it is nested in, by index. */
  readonly parent: number | null
  readonly label: string
  /** Of a link: where it stands in `lines`, and where its words do. */
  readonly range?: readonly [number, number]
  readonly labelRange?: readonly [number, number]
  readonly url?: string
  readonly title?: string
  /** Of a group: the slug that its heading fixes. */
  readonly slug?: string
  readonly computed?: JsonValue
  /** Counted from one. */
  readonly line: number
}

export function summaryText(summary: Summary): string {
  return summary.items.map(({ lead, lines }) => lead + lines).join('') + summary.footer
}
