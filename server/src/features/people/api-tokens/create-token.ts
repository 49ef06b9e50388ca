import { lockAccount } from '#/features/people/users/public.ts'
import { written } from '#/platform/database/written.ts'
import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { issueToken } from './issue-token.ts'
import { outlives, tooManyTokens } from './token-errors.ts'
import { selectTokenFacts } from './token-queries.ts'
import { viewToken } from './token-view.ts'

const tokensMax = 100
const year10000Ms = Date.UTC(10_000, 0)

export const createUserAPIToken = operation(
  'createUserAPIToken',
  async ({ body }, context) =>
    change(context, async (tx) => {
      const accountId = context.caller.userId
      const { label, scopes, organization: organizationId } = body
      const expiresAt = readExpiry(body.expiresAt)
      // The count is read behind the lock, so that two requests never both take the last place.
      const [, found] = await Promise.all([
        tx.first(lockAccount, { userId: accountId }),
        tx.first(selectTokenFacts, {
          accountId,
          callerTokenId: context.caller.tokenId,
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

      const token = { accountId, label, scopes, organizationId, expiresAt }
      const { secret, row } = await issueToken(tx, token)
      return new Created(
        { ...viewToken(row), token: secret },
        `${context.config.PUBLIC_URL}/v1/user/tokens/${row.id}`,
      )
    }),
)

/**
 * The expiry as an ISO time. Refuses years before 1970 or after 9999; whether the time is past, the
 * database decides.
 */
function readExpiry(expiresAt: string | undefined): string | undefined {
  if (expiresAt === undefined) return undefined
  const ms = Date.parse(expiresAt)
  if (!(ms > 0 && ms < year10000Ms)) throw notInTheFuture()
  return new Date(ms).toISOString()
}

function notInTheFuture() {
  const message = 'must be a time in the future, before the year 10000'
  return invalidRequest(`body.expiresAt ${message}.`, [
    { path: 'body.expiresAt', message },
  ])
}
