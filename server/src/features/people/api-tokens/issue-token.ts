import { hashToken, mintToken } from '#/access/api-token.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { tokenColumns } from './token-queries.ts'

export interface NewToken {
  readonly accountId: string
  readonly label: string
  /** The scopes of the token; absent for `read` and `write`. */
  readonly scopes?: readonly string[] | undefined
  /** Restricts the token to one organization. */
  readonly organizationId?: string | undefined
  readonly expiresAt?: string | undefined
  /** The organization whose single sign-on vouches for it. */
  readonly provenFor?: string | undefined
  /** Whether it lets an admin in without the single sign-on of its organization. */
  readonly breaksGlass?: boolean | undefined
}

interface TokenValues {
  readonly hash: string
  readonly id: string
  readonly accountId: string
  readonly label: string
  readonly scopes: string[]
  readonly organizationId: string | null
  readonly expiresAt: string | null
  readonly provenFor: string | null
  readonly breaksGlass: boolean
}

const insertToken = statement('api-token.insert', (p: TokenValues) =>
  sqlBuilder
    .insertInto('api_token')
    .values({
      hash: p.hash,
      id: p.id,
      account_id: p.accountId,
      label: p.label,
      scopes: p.scopes,
      organization_id: p.organizationId,
      expires_at: p.expiresAt,
      proven_for: p.provenFor,
      breaks_glass: p.breaksGlass,
    })
    .returning(tokenColumns),
)

/** Stores a new token and gives its secret, of which the database has only the hash. */
export async function issueToken(tx: Transaction, token: NewToken) {
  const secret = mintToken()
  const row = await tx.first(insertToken, {
    hash: hashToken(secret),
    id: newId(),
    accountId: token.accountId,
    label: token.label,
    scopes: [...(token.scopes ?? ['read', 'write'])],
    organizationId: token.organizationId ?? null,
    expiresAt: token.expiresAt ?? null,
    provenFor: token.provenFor ?? null,
    breaksGlass: token.breaksGlass ?? false,
  })
  return { secret, row: written(row) }
}
