import type { FastifyReply } from 'fastify'

import { noteRefused } from '#/features/joining/sign-in-notes/public.ts'
import { hasSecondFactor, takeCode } from '#/features/people/second-factor/public.ts'
import { lockAccount } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'

import { type Browser, enter, type Entry } from './enter.ts'
import { pendingCookie } from './own-cookies.ts'
import { leadOn } from './page-headers.ts'
import {
  deletePendingSignIn,
  insertPendingSignIn,
  selectPendingSignIn,
} from './pending-queries.ts'
import { returnPathFrom } from './return-path.ts'
import { codePath } from './sign-in-links.ts'

type Way = 'link' | 'password' | 'oidc'

interface Proven {
  readonly accountId: string
  readonly way: Way
}

/** What a browser is given. */
export interface Entered {
  readonly cookies: readonly string[]
  /** Whether it is to be asked for a code, and is not signed in yet. */
  readonly isAsked?: boolean
}

/** Signs a browser in, or has it asked for a code where the account has a second factor. */
export async function enterOrAsk(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  browser: Browser,
  { accountId, way, provenAt }: Proven & Pick<Entry, 'provenAt'>,
): Promise<Entered> {
  // Who types a code has proven it then.
  const asked = await askForCode(tx, { accountId, way })
  const entry = { accountId, way, provenAt }
  return asked ?? { cookies: await enter(tx, services, browser, entry) }
}

/** Has a browser asked for a code; undefined where the account has no second factor. */
export async function askForCode(
  tx: Transaction,
  proven: Proven,
): Promise<Entered | undefined> {
  // Whoever sets a second factor locks the account first, too.
  await tx.first(lockAccount, { userId: proven.accountId })
  if (!(await hasSecondFactor(tx, proven.accountId))) return undefined
  const { hash, cookie } = pendingCookie.renew()
  await tx.run(insertPendingSignIn, { ...proven, hash })
  return { cookies: [cookie], isAsked: true }
}

interface On {
  readonly entered: Entered
  /** Where somebody wanted to go. */
  readonly to: unknown
}

/** Leads a browser to where it wanted to go, or to the page that asks for a code first. */
export function leadOnOrAsk(
  reply: FastifyReply,
  config: Pick<Config, 'PUBLIC_URL'>,
  { entered: { cookies, isAsked = false }, to }: On,
): FastifyReply {
  if (!isAsked) return leadOn(reply, config, { cookies, to })
  const path = returnPathFrom(to)
  const query =
    path === undefined ? '' : `?${new URLSearchParams({ to: path }).toString()}`
  return leadOn(reply, config, { cookies, to: `${codePath}${query}` })
}

export interface PendingSignIn extends Proven {
  /** What a browser knows it by. */
  readonly hash: string
  readonly email: string
}

/** The sign-in that a browser has begun; undefined for none, or one that has waited too long. */
export async function findPending(
  db: Queryable,
  hash: string | undefined,
): Promise<PendingSignIn | undefined> {
  const row =
    hash === undefined ? undefined : await db.first(selectPendingSignIn, { hash })
  if (hash === undefined || row === undefined) return undefined
  const way = row.way === 'password' || row.way === 'oidc' ? row.way : 'link'
  return { hash, accountId: row.account_id, way, email: row.email }
}

/** Signs a browser in with a code; undefined where it is wrong or the sign-in is over. */
export async function finishWithCode(
  tx: Transaction,
  services: Pick<Services, 'config' | 'sealer' | 'clock'>,
  browser: Browser,
  { pending, code }: { readonly pending: PendingSignIn; readonly code: string },
): Promise<readonly string[] | undefined> {
  const { hash, accountId, way } = pending
  // Whoever changes the ways in locks the account first, and ends what waits.
  await tx.first(lockAccount, { userId: accountId })
  const secondFactor = await takeCode(tx, services, { accountId, code })
  if (secondFactor === undefined) {
    await noteRefused(tx, browser, { accountId, by: way, reason: 'code_wrong' })
    return undefined
  }
  if ((await tx.count(deletePendingSignIn, { hash })) === 0) return undefined
  return enter(tx, services, browser, { accountId, way, secondFactor })
}
