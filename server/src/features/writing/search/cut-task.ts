import type { ShownPart } from '#/content-store/documents/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

/** A number to raise when sections or words are cut differently: all spaces are indexed again. */
export const recipe = 7

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

const charactersOfPage = 2_000_000
const charactersOfPart = { min: 200, max: 6_000 }

/** The characters of each part that are words of a page, by the number of its parts. */
export function charactersOfParts(parts: number): number {
  const { min, max } = charactersOfPart
  return Math.max(min, Math.min(max, Math.floor(charactersOfPage / Math.max(parts, 1))))
}

/** The words of a part of an OpenAPI specification. */
export interface PartWords extends ShownPart {
  readonly words: string
}

export interface PagesToCut {
  readonly spaceId: string
  readonly pages: readonly PageToCut[]
  /** Of the parts that the pages show. */
  readonly words?: readonly PartWords[]
}

const module = new URL('./cut-sections.ts', import.meta.url)

/** Names the parts of OpenAPI specifications that pages show. */
export const partsOfPagesTask = threadTask<PagesToCut, readonly (readonly ShownPart[])[]>(
  module,
  'partsOfPages',
)

export const cutSectionsTask = threadTask<PagesToCut, CutSections>(module, 'cutSections')
