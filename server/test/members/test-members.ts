import type { Role } from '#/access/roles.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { TestApi, TestCaller, TestReply } from '#test/test-api.ts'

import { addMember } from '#/features/people/members/add-member.ts'

export interface TestMember {
  readonly userId: string
  readonly caller: TestCaller
}

interface Wanted {
  readonly name: string
  /** Absent for somebody who belongs to no organization; null for a guest. */
  readonly role?: Role | null
  readonly organizationId?: string
}

/** A new person with a token, in the sample's organization unless told otherwise. */
export async function newPerson(
  api: TestApi,
  { name, role, organizationId = api.organization }: Wanted,
): Promise<TestMember> {
  return api.services.db.transaction(async (tx) => {
    const userId = await createAccount(tx, {
      displayName: name,
      email: `${name.toLowerCase().replaceAll(/\W+/g, '.')}@people.example`,
      isVerified: true,
    })
    if (role !== undefined) {
      await addMember(tx, { organizationId, userId, role, sso: false })
    }
    const { secret } = await issueToken(tx, { accountId: userId, label: 'Test' })
    return { userId, caller: api.withToken(secret) }
  })
}

/** What a refusal says, with the ids that the caller sent taken out, so that two can be compared. */
export function refusal({ status, body }: TestReply, ...sent: readonly string[]) {
  const { code, reason, message } = body.error
  const text = sent.reduce((left, id) => left.replaceAll(id, '…'), String(message))
  return { status, code, reason, message: text }
}

/** An id that has the form of one and belongs to nothing. */
export const nowhere = '0AbsentAbsentAbsent0'
