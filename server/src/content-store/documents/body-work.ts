import type { Problem } from '@lectern/content/document/checks.ts'
import type { ContentRef } from '@lectern/content/document/references.ts'
import type { BlockEditProblem } from '@lectern/content/edit/edit-blocks.ts'
import type { ConditionFault } from '@lectern/content/look/condition-faults.ts'
import type { BodyConflict } from '@lectern/content/merge/conflict.ts'
import type { AttributeChanges } from '@lectern/content/page/set-attributes.ts'

import type { Attributes, StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

import type { ShownPart } from './shown-parts.ts'

/** The result of reading a body, so that the body need not be read again. */
export interface ReadBody {
  readonly projection: Uint8Array
  /** The references as the Markdown spells them, in the order of stored links. */
  readonly refs: readonly ContentRef[]
  /** The conditions of the blocks around each of the references. */
  readonly conditions: readonly (readonly string[])[]
  readonly anchors: readonly string[]
  /** The parts of OpenAPI specifications that the text shows. */
  readonly parts: readonly ShownPart[]
  /** The conditions in the text that hold for nobody. */
  readonly faults: readonly ConditionFault[]
}

export interface BodyText {
  readonly markdown: string
  /** The targets of its references; absent when they are not resolved. */
  readonly links?: readonly StoredLink[] | null
}

/** A body as a caller sends it; the tree is not checked yet. */
export type SentBody = { readonly markdown: string } | { readonly tree: unknown }

export type BlockChange =
  | { readonly kind: 'update'; readonly block: string; readonly body: SentBody }
  | {
      readonly kind: 'insert-before' | 'insert-after'
      readonly block: string
      readonly body: SentBody
    }
  | { readonly kind: 'append'; readonly body: SentBody }
  | { readonly kind: 'delete'; readonly block: string }

/** An edit of a body. `base` is the text that the edit was made from, if not the current one. */
export type BodyEdit = { readonly change: number; readonly base?: BodyText } & (
  | { readonly kind: 'set'; readonly body: SentBody }
  | { readonly kind: 'blocks'; readonly blocks: readonly BlockChange[] }
  | {
      readonly kind: 'restore-blocks'
      readonly from: string
      readonly blocks: readonly string[]
    }
)

/** The paths that stand for ids; keys are `page/<id>`, `file/<id>` and `reusable-content/<id>`. */
export interface Spelling {
  readonly file: string
  readonly page?: string
  readonly paths: Readonly<Record<string, string>>
}

export interface BodyWork {
  readonly text: BodyText
  readonly edits: readonly BodyEdit[]
  readonly spelling: Spelling
  /** The bytes before the body and their changes; a reusable content can change only its title. */
  readonly head?: {
    readonly bytes: string
    readonly changes: AttributeChanges
    readonly isInclude: boolean
  }
  /** Whether the Markdown is a whole file, with front matter and a title. */
  readonly isFile?: boolean
}

export type BodyProblem = { readonly change: number } & (
  | { readonly kind: 'invalid-document'; readonly problem: Problem }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'condition'; readonly message: string }
  | { readonly kind: 'block'; readonly problem: BlockEditProblem }
  | { readonly kind: 'conflict'; readonly conflicts: readonly BodyConflict[] }
)

export interface WrittenBody extends ReadBody {
  readonly documentId: string
  readonly markdown: string
}

export interface BodyOutcome {
  /** Absent when nothing edits the body. */
  readonly body?: WrittenBody
  readonly head?: string
  /** The title and attributes in the head of a whole file. */
  readonly said?: { readonly title?: string; readonly attributes: Attributes }
}

const module = new URL('./body-tasks.ts', import.meta.url)

export const readBodies = threadTask<readonly string[], readonly ReadBody[]>(
  module,
  'readBodies',
)
export const writeBody = threadTask<BodyWork, BodyOutcome | { problem: BodyProblem }>(
  module,
  'writeBody',
)
