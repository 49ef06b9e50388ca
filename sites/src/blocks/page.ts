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

/** What every block is given besides itself: the page it stands on, and the means to show what is inside it. */
export interface Page {
  readonly context: BodyContext
  readonly words: Words
  /** Unique on the page; undefined for what nobody links to. */
  readonly idOf: (node: Node) => string | undefined
  /** Of a heading, or of a title that stands for one. */
  readonly levelOf: (node: Node) => HeadingLevel
  readonly noteOf: (annotation: Annotation) => { note: Note; place: string } | undefined
  /** Whether there is time to colour code or to set a formula: not for pages that are nothing else. */
  readonly isWorked: (node: Node) => boolean
  readonly flow: (blocks: readonly FlowBlock[]) => ReactNode
  readonly line: (nodes: readonly Phrasing[]) => ReactNode
  /** As `line`, where nothing may be pressed: in what can be pressed itself. */
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
