import type {
  Annotation,
  FlowBlock,
  Node,
  Phrasing,
} from '@lectern/content/document/nodes.ts'
import type { ReactNode } from 'react'

import type { BodyContext } from '#/model.ts'
import type { Words } from './words.ts'

export type HeadingLevel = 2 | 3 | 4 | 5 | 6

/** A note at the end of the page, and the places that refer to it. */
export interface Note {
  readonly number: number
  readonly id: string
  readonly body: readonly FlowBlock[]
  readonly places: readonly string[]
}

/** The page as its blocks see it, with the functions that render what a block holds. */
export interface Page {
  readonly context: BodyContext
  readonly words: Words
  /** Whether the page is for paper, on which nothing is enlarged or played. */
  readonly isPrinted: boolean
  /** The id of a node, unique on the page; undefined for a node without one. */
  readonly idOf: (node: Node) => string | undefined
  /** The level of a heading, or of a title that acts as one. */
  readonly levelOf: (node: Node) => HeadingLevel
  /** The words of the heading right above a block of a specification. */
  readonly headingAbove: (node: Node) => string | undefined
  /** The id of a place inside such a block; undefined for one that cannot be linked to. */
  readonly placeIn: (node: Node, place: string) => string | undefined
  /** The place that shows a shared schema of a specification. */
  readonly schemaHref: (spec: string, name: string) => string | undefined
  /** Whether a block of a specification is drawn: a page has a limit for their parts. */
  readonly isDrawn: (node: Node) => boolean
  /** How many operations and schemas the page shows: the more, the less room has each. */
  readonly apiPartCount: number
  readonly noteOf: (annotation: Annotation) => { note: Note; place: string } | undefined
  /** Whether to colour this code or typeset this formula: a page has a limit for both. */
  readonly isWorked: (node: Node) => boolean
  readonly flow: (blocks: readonly FlowBlock[]) => ReactNode
  readonly line: (nodes: readonly Phrasing[]) => ReactNode
  /** As `line`, without links and buttons: for text inside of a control. */
  readonly still: (nodes: readonly Phrasing[]) => ReactNode
}

export interface BlockProps<Shown> {
  readonly block: Shown
  readonly page: Page
}

export interface InlineProps<Shown> {
  readonly inline: Shown
  readonly page: Page
  readonly isStill: boolean
}
