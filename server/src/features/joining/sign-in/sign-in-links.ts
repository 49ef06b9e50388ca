import {
  hashSecret,
  isSecret,
  newSecret,
} from '#/features/joining/welcome-links/public.ts'
import { deleteSignInLinksOf } from '#/features/people/sessions/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { proveAddressOf } from './prove-address.ts'
import {
  deleteSignInLink,
  insertSignInLink,
  selectLinkOwner,
  selectSignInLink,
} from './sign-in-queries.ts'

const minutes = 15

export const signInPath = '/~sign-in'
export const methodsPath = `${signInPath}/methods`
export const emailPath = `${signInPath}/email`
export const codePath = `${signInPath}/code`
export const providersPath = `${signInPath}/with`
export const signInLinkPrefix = `${signInPath}/link/`

/** Who a link signs in. */
export interface Person {
  readonly displayName: string
  readonly email: string
}

interface NewLink {
  readonly accountId: string
  /** The browser that the link works in; any browser where it is absent. */
  readonly flowHash?: string | undefined
}

interface OpenedLink {
  readonly secret: string
  /** The browser that opens the link. */
  readonly flowHash: string | undefined
}

/** The path where whoever opens it signs in to an account, once and within 15 minutes. */
export async function createSignInLink(
  tx: Transaction,
  { accountId, flowHash }: NewLink,
): Promise<string> {
  const secret = newSecret()
  const secretHash = hashSecret(secret)
  await tx.run(insertSignInLink, {
    secretHash,
    accountId,
    minutes,
    flowHash: flowHash ?? null,
  })
  return `${signInLinkPrefix}${secret}`
}

/**
 * Whose link it is; undefined if it is unknown, used, expired or of another browser: nobody can tell
 * which. Looking changes nothing, because programs open the links of mails.
 */
export async function findSignInLink(
  db: Queryable,
  { secret, flowHash = '' }: OpenedLink,
): Promise<Person | undefined> {
  if (!isSecret(secret)) return undefined
  const link = { secretHash: hashSecret(secret), flowHash }
  const row = await db.first(selectSignInLink, link)
  return row && { displayName: row.display_name, email: row.email }
}

/** Whose link was used up, or refused. */
interface OwnedLink {
  readonly accountId: string
  /** Whether whoever runs the installation made it: nobody is asked for a code then. */
  readonly isOfOperator: boolean
}

/** Uses a link up, with all others of its account; gives the account that it signs in. */
export async function consumeSignInLink(
  tx: Transaction,
  { secret, flowHash = '' }: OpenedLink,
): Promise<OwnedLink | undefined> {
  if (!isSecret(secret)) return undefined
  const link = { secretHash: hashSecret(secret), flowHash }
  const row = await tx.first(deleteSignInLink, link)
  if (row === undefined) return undefined
  const { account_id: accountId, flow_hash: flow } = row
  await tx.run(deleteSignInLinksOf, { accountId })
  const isOfOperator = flow === null
  if (!isOfOperator) await proveAddressOf(tx, accountId)
  return { accountId, isOfOperator }
}

/** Whose link it is that did not work: it is over, or of another browser. */
export async function findRefusedLink(
  tx: Transaction,
  secret: string,
): Promise<OwnedLink | undefined> {
  if (!isSecret(secret)) return undefined
  const row = await tx.first(selectLinkOwner, { secretHash: hashSecret(secret) })
  return row && { accountId: row.account_id, isOfOperator: row.flow_hash === null }
}
