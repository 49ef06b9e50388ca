/**
 * What clients did to the branches of one space and what they were told, in the time of the gate's
 * own process. A change request is a branch with an id of its own.
 */
export interface WriteAttempt {
  readonly kind: 'edit'
  readonly client: number
  /** The branch whose head moves. */
  readonly branch: string
  /** Text that nothing else ever writes; the effect is found by it. */
  readonly mark: string
  readonly effect: Effect
  /** The revision without which nothing may happen, as `If-Match` says it. */
  readonly onlyAfter?: string
  readonly startMs: number
  readonly endMs: number
  readonly answer: WriteAnswer
}

/** What the head holds of a write as long as nobody wrote over it. */
export type Effect =
  /** A paragraph of a page that only this client writes; everything else of the page stays. */
  | { readonly on: 'paragraph'; readonly page: string; readonly place: number }
  /** All of a page: the last one wins. */
  | { readonly on: 'page'; readonly page: string }
  /** A new page, called by the mark. */
  | { readonly on: 'space' }

interface Refused {
  readonly outcome: 'refused'
  readonly status: number
  readonly reason: string
}

/** It may have happened or not. */
interface Unknown {
  readonly outcome: 'unknown'
}

export type WriteAnswer =
  | {
      readonly outcome: 'done'
      readonly revision: string
      readonly parents: readonly string[]
    }
  | Refused
  | Unknown

/** A change request is made, brought up to date or merged; doing it once more changes nothing. */
export interface RequestAttempt {
  readonly kind: 'create' | 'update' | 'merge'
  readonly client: number
  /** The change request; of one that is being made, the mark that is its subject. */
  readonly request: string
  readonly startMs: number
  readonly endMs: number
  readonly answer: RequestAnswer
}

export type RequestAnswer =
  | {
      readonly outcome: 'done'
      /** On the main branch: what it begins with or what its merge made. Else its new head. */
      readonly revision: string
      /** Only of one that was made. */
      readonly made?: { readonly id: string; readonly number: number }
    }
  | Refused
  | Unknown

/** A look at the head of a branch. */
export interface HeadRead {
  readonly kind: 'read'
  readonly client: number
  readonly branch: string
  readonly startMs: number
  readonly endMs: number
  readonly revision: string
}

export type HistoryItem = WriteAttempt | RequestAttempt | HeadRead

/** A revision as the database has it in the end. */
export interface StoredRevision {
  readonly id: string
  readonly branch: string
  readonly number: number
  readonly type: string
  /** The revision of the main branch that a branch reads through to; null on the main branch. */
  readonly mainNumber: number | null
  readonly parents: readonly string[]
  readonly changed: readonly string[]
}

/** A page of a branch from one revision to another. */
export interface StoredVersion {
  readonly branch: string
  readonly page: string
  readonly from: number
  /** Null while it is what the head holds. */
  readonly to: number | null
  /** On a branch, that it is deleted there. */
  readonly isGone: boolean
  readonly title: string
  readonly markdown: string
}

export interface StoredBranch {
  readonly id: string
  readonly headNumber: number
  readonly headRevision: string
}

export interface StoredRequest {
  readonly id: string
  readonly number: number
  readonly status: string
  readonly subject: string
  readonly merged: string | null
}

/** How many change requests there are by the counters of the space. */
export interface StoredCounts {
  readonly all: number
  readonly open: number
  readonly draft: number
}

export interface StoredContent {
  /** The main branch has the id of its space. */
  readonly spaceId: string
  readonly branches: readonly StoredBranch[]
  readonly revisions: readonly StoredRevision[]
  readonly versions: readonly StoredVersion[]
  readonly requests: readonly StoredRequest[]
  readonly counts: StoredCounts
}

export function isWrite(item: HistoryItem): item is WriteAttempt {
  return item.kind === 'edit'
}

export function isRequestAttempt(item: HistoryItem): item is RequestAttempt {
  return item.kind !== 'edit' && item.kind !== 'read'
}
