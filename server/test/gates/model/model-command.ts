import type { Role } from '@lectern/contract/common.ts'

import type { Change } from './model-content.ts'
import type { Check, Person, Review, RuleName, Status } from './model-state.ts'

/** A space, or one of its change requests where one is named. */
export interface Place {
  readonly who: Person
  readonly space: string
  readonly changeRequest?: string
}

export interface InRequest extends Place {
  readonly changeRequest: string
}

export interface OnComment extends Place {
  readonly comment: string
}

interface ByPerson {
  readonly who: Person
}

/** What can be asked, by kind. */
interface Commands {
  readonly 'create-space': ByPerson & { readonly isEmpty: boolean }
  readonly 'set-role': ByPerson & { readonly member: Person; readonly role: Role }
  readonly 'remove-member': ByPerson & { readonly member: Person }
  readonly 'rename-space': Place & { readonly title: string }
  readonly lock: Place & { readonly isLocked: boolean }
  readonly level: Place & { readonly level: Role | 'inherit' | null }
  readonly rules: Place & { readonly rules: readonly RuleName[] }
  readonly trash: Place
  readonly restore: Place
  readonly look: Place
  readonly read: Place
  readonly edit: Place & { readonly changes: readonly Change[] }
  readonly 'create-request': Place & { readonly subject: string }
  readonly 'set-status': InRequest & {
    readonly status: Exclude<Status, 'merged'>
    readonly subject?: string
  }
  readonly update: InRequest
  readonly merge: InRequest
  readonly review: InRequest & { readonly verdict: Review['verdict'] }
  readonly report: InRequest & { readonly state: Check['state'] }
  readonly 'ask-reviewer': InRequest & { readonly reviewer: Person }
  readonly comment: Place & { readonly page?: string; readonly text: string }
  readonly reply: OnComment & { readonly text: string }
  readonly reword: OnComment & { readonly text: string }
  readonly resolve: OnComment & { readonly isResolved: boolean }
  readonly 'delete-comment': OnComment
  readonly 'delete-reply': OnComment & { readonly reply: string }
}

export type Kind = keyof Commands

export type CommandOf<Some extends Kind> = {
  [Each in Some]: Commands[Each] & { readonly kind: Each }
}[Some]

/** Something that somebody asks of the server. */
export type Command = CommandOf<Kind>

/** What the server said, or what the model says it should have said. */
export interface Answer {
  readonly status: number
  /** Of refusals because of the state of things. */
  readonly reason?: string
  /** The fields that matter. */
  readonly seen?: Readonly<Record<string, unknown>>
}
