import { issueToken } from '#/features/people/api-tokens/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { TestApi, TestCaller, TestReply } from '#test/test-api.ts'

export interface TestPerson {
  readonly userId: string
  readonly caller: TestCaller
}

/** Somebody with an account and a token who belongs to no organization. */
export async function newPerson(
  api: TestApi,
  { email, isVerified = true }: { email: string; isVerified?: boolean },
): Promise<TestPerson> {
  const { userId, secret } = await api.services.db.transaction(async (tx) => {
    const accountId = await createAccount(tx, {
      displayName: 'Somebody',
      email,
      isVerified,
    })
    const token = await issueToken(tx, { accountId, label: 'Test' })
    return { userId: accountId, secret: token.secret }
  })
  return { userId, caller: api.withToken(secret) }
}

/** The same person through a token that allows less. */
export async function narrowed(
  api: TestApi,
  accountId: string,
  limits: { organizationId?: string; scopes?: readonly string[] },
): Promise<TestCaller> {
  const { secret } = await api.services.db.transaction(async (tx) =>
    issueToken(tx, { accountId, label: 'Narrow', ...limits }),
  )
  return api.withToken(secret)
}

/** What a refusal says, with the id that the caller sent taken out, so that two can be compared. */
export function refusal(reply: TestReply, id: string) {
  const { code, message, reason } = reply.body.error
  return {
    status: reply.status,
    code,
    reason,
    message: String(message).replaceAll(id, '…'),
  }
}

/** An id that has the form of one and belongs to nothing. */
export const nowhere = '0AbsentAbsentAbsent0'
