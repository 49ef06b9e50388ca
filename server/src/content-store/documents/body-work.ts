import type { Problem } from '@lectern/content/document/checks.ts'
import type { ContentRef } from '@lectern/content/document/references.ts'
import type { BlockEditProblem } from '@lectern/content/edit/edit-blocks.ts'
import type { BodyConflict } from '@lectern/content/merge/conflict.ts'
import type { AttributeChanges } from '@lectern/content/page/set-attributes.ts'

import type { Attributes, StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

/** What is made of a body by reading it, and what is then known without reading it again. */
export interface ReadBody {
  readonly projection: Uint8Array
  /** In the order of stored links, as the Markdown spells them. */
  readonly refs: readonly ContentRef[]
  readonly anchors: readonly string[]
}

export interface BodyText {
  readonly markdown: string
  /** Where its references lead; absent when nobody has resolved them. */
  readonly links?: readonly StoredLink[] | null
}

/** As a caller sends it; the tree is not checked yet. */
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

/** An edit of a body. `base` is what it was made from, where that is not the text as it is. */
export type BodyEdit = { readonly change: number; readonly base?: BodyText } & (
  | { readonly kind: 'set'; readonly body: SentBody }
  | { readonly kind: 'blocks'; readonly blocks: readonly BlockChange[] }
  | {
      readonly kind: 'restore-blocks'
      readonly from: string
      readonly blocks: readonly string[]
    }
)

/** How ids are written as paths: by `page/<id>`, `file/<id>` and `reusable-content/<id>`. */
export interface Spelling {
  readonly file: string
  readonly page?: string
  readonly paths: Readonly<Record<string, string>>
}

export interface BodyWork {
  readonly text: BodyText
  readonly edits: readonly BodyEdit[]
  readonly spelling: Spelling
  /** The bytes before the body and what of them changes; of a reusable content only its title does. */
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
  /** What the head of a whole file says. */
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
