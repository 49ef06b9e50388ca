import type { View } from '#/features/joining/page-words/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Caller } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import type { MethodsProblem } from './methods-view.ts'

/** Whoever changes how they sign in. */
export type Changing = Services & { readonly caller: Caller }

export interface Sent {
  readonly form: URLSearchParams
  readonly flowHash: string
  readonly userAgent: string | undefined
}

/**
 * What a form has done: the cookie of the session, with a page of its own where there is something
 * to be shown; or the words to say what is wrong.
 */
export type Acted =
  | { readonly cookie: string | undefined; readonly page?: View }
  | { readonly problem: MethodsProblem; readonly page?: View }

/** What a form of the ways in does. */
export type Act = (changing: Changing, sent: Sent) => Promise<Acted>

export async function within(
  { db }: Changing,
  run: (tx: Transaction) => Promise<string | undefined>,
): Promise<Acted> {
  return { cookie: await db.transaction(run) }
}
