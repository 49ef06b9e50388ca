import { lockAccount } from '#/features/people/users/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { Created } from '#/platform/http/outcome.ts'

import { issueToken, type NewToken } from './issue-token.ts'
import { outlives, tooManyTokens } from './token-errors.ts'
import { notInTheFuture, readExpiry } from './token-expiry.ts'
import { selectTokenFacts } from './token-queries.ts'
import { viewToken } from './token-view.ts'

const tokensMax = 100

/** Makes a token for the caller, who is told its secret. It never outlives the one that asks. */
export async function makeToken(
  tx: Transaction,
  { caller, config }: Pick<Context, 'caller' | 'config'>,
  wanted: Omit<NewToken, 'accountId'>,
) {
  const { organizationId } = wanted
  const accountId = caller.userId
  const expiresAt = readExpiry(wanted.expiresAt)
  // The count is read behind the lock, so that two requests never both take the last place.
  const [, found] = await Promise.all([
    tx.first(lockAccount, { userId: accountId }),
    tx.first(selectTokenFacts, {
      accountId,
      callerTokenId: caller.tokenId,
      organizationId: organizationId ?? null,
      expiresAt: expiresAt ?? null,
    }),
  ])
  const facts = written(found)
  if (facts.is_past) throw notInTheFuture()
  if (facts.outlived_at !== null) throw outlives(facts.outlived_at)
  if (organizationId !== undefined && !facts.is_member) {
    throw notFound('organization', organizationId)
  }
  if (facts.tokens >= tokensMax) throw tooManyTokens(tokensMax)

  const { secret, row } = await issueToken(tx, { ...wanted, accountId, expiresAt })
  return new Created(
    { ...viewToken(row), token: secret },
    `${config.PUBLIC_URL}/v1/user/tokens/${row.id}`,
  )
}
