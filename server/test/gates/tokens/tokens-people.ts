import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { createAccount } from '#/features/people/users/public.ts'

import type { Instance } from '../harness/instance.ts'

export interface Person {
  readonly userId: string
  readonly token: string
  /** A second token, with the id it is revoked by. */
  readonly spare: { readonly id: string; readonly token: string }
}

/** An admin of the sample organization that nobody else of the run knows. */
export async function newPerson({ db, sample }: Instance, name: string): Promise<Person> {
  return db.transaction(async (tx) => {
    const userId = await createAccount(tx, {
      displayName: name,
      email: `${name}@tokens.example`,
      isVerified: true,
    })
    await addMember(tx, {
      organizationId: sample.organization,
      userId,
      role: 'admin',
      sso: false,
    })
    const main = await issueToken(tx, { accountId: userId, label: 'Main' })
    const spare = await issueToken(tx, { accountId: userId, label: 'Spare' })
    return {
      userId,
      token: main.secret,
      spare: { id: spare.row.id, token: spare.secret },
    }
  })
}

interface Called {
  readonly status: number
  readonly text: string
}

export async function call(
  url: string,
  token: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: Readonly<{
    method?: string
    body?: object
    headers?: Readonly<Record<string, string>>
  }> = {},
): Promise<Called> {
  const reply = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}
