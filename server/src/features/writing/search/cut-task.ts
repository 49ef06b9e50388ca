import { threadTask } from '#/platform/threads/threads.ts'

/** A number to raise when sections or words are cut differently: all spaces are indexed again. */
export const recipe = 5

export interface PageToCut {
  readonly id: string
  readonly title: string
  readonly description: string
  /** The stored body of the page; both columns are null for a page without one. */
  readonly projection: Uint8Array | null
  readonly markdown: string | null
  /** Who sees the page. */
  readonly sight: string
}

/** Sections in columns, as they are written. */
export interface CutSections {
  readonly pageIds: string[]
  readonly numbers: number[]
  readonly anchors: (string | null)[]
  readonly headings: string[]
  readonly bodies: string[]
  readonly vectors: string[]
  /** Who sees each of them. */
  readonly sights: string[]
}

export interface PagesToCut {
  readonly spaceId: string
  readonly pages: readonly PageToCut[]
}

export const cutSectionsTask = threadTask<PagesToCut, CutSections>(
  new URL('./cut-sections.ts', import.meta.url),
  'cutSections',
)
