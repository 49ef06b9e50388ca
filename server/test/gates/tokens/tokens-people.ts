import { mintScimToken } from '#/access/scim-token.ts'
import { hashOfSecret } from '#/access/secret-form.ts'
import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { startSession } from '#/features/people/sessions/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Database } from '#/platform/database/database.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { send, type WireReply } from '../../http/test-wire.ts'
import type { Instance } from '../harness/instance.ts'

export interface Person {
  readonly userId: string
  readonly token: string
  /** A second token, with the id it is revoked by. */
  readonly spare: { readonly id: string; readonly token: string }
  /** A browser they are signed in with, and its Cookie header. */
  readonly session: { readonly id: string; readonly cookie: string }
  readonly email: string
  /** A token of a directory, which knows nobody yet. */
  readonly directory: { readonly id: string; readonly token: string }
}

/** An admin of the sample organization that nobody else of the run knows. */
export async function newPerson({ db, sample }: Instance, name: string): Promise<Person> {
  const person = await db.transaction(async (tx) => {
    const email = `${name}@tokens.example`
    const userId = await createAccount(tx, {
      displayName: name,
      email,
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
    const { id, cookie } = await startSession(
      tx,
      { SESSION_HOURS: 1 },
      { accountId: userId, way: 'link', address: '192.0.2.1', userAgent: undefined },
    )
    return {
      userId,
      token: main.secret,
      spare: { id: spare.row.id, token: spare.secret },
      session: { id, cookie: cookie.split(';', 1).join('') },
      email,
    }
  })
  const directory = await newDirectory(db, sample.organization, person.userId)
  return { ...person, directory }
}

/** Beyond the number of tokens that the api gives an organization. */
async function newDirectory(db: Database, organizationId: string, createdBy: string) {
  const [id, token] = [newId(), mintScimToken()]
  await db.raw(
    `insert into scim_token (organization_id, id, hash, label, created_by)
     values ($1, $2, $3, 'Directory', $4)`,
    [organizationId, id, hashOfSecret(token), createdBy],
  )
  return { id, token }
}

interface Called {
  readonly status: number
  readonly text: string
}

interface Browsing {
  readonly method?: string
  readonly site?: string
  readonly body?: object
}

/** A request of a browser, from a page of our own origin unless it says another. */
export async function browse(
  url: string,
  cookie: string,
  { method = 'GET', site = 'same-origin', body }: Browsing = {},
): Promise<WireReply> {
  const { origin, pathname, search } = new URL(url)
  const text = body && JSON.stringify(body)
  const headers = {
    cookie,
    host: 'lectern.test',
    'sec-fetch-site': site,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }
  return send(origin, method, pathname + search, {
    headers,
    ...(text !== undefined && { body: text }),
  })
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
