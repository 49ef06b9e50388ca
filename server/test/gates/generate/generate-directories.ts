import { send } from '#test/http/test-wire.ts'
import { groupUrn, userUrn } from '#test/provisioning/test-directory.ts'

import { call, type Making } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'

/** The directory of an organization: its token, and what it has made. */
export interface MadeDirectory {
  readonly token: string
  readonly deletedToken: string
  readonly user: string
  readonly userName: string
  readonly group: string
}

type OfDirectory = Pick<Making, 'wire' | 'organizationId' | 'adminToken' | 'canary'> & {
  readonly url: string
}

/** Connects a directory with an organization and has it make a user and a group. */
export async function makeDirectory(making: OfDirectory): Promise<MadeDirectory> {
  const { organizationId, canary, url } = making
  const deleted = await makeToken(making)
  await call(making, targetOf('deleteSCIMToken'), { scimTokenId: deleted.id })
  const { token } = await makeToken(making)
  const make = async (kind: string, body: object) => {
    const text = JSON.stringify(body)
    const reply = await send(url, 'POST', `/scim/v2/${organizationId}/${kind}`, {
      headers: scimHeaders(token, text),
      body: text,
    })
    if (reply.status !== 201) throw new Error(`No ${kind} were made: ${reply.text}`)
    return String(Object(JSON.parse(reply.text))['id'])
  }
  const userName = `provided@${canary}.example`
  const user = await make('Users', { schemas: [userUrn], userName })
  const members = [{ value: user }]
  const displayName = `Group ${canary}`
  const group = await make('Groups', { schemas: [groupUrn], displayName, members })
  return { token, deletedToken: deleted.token, user, userName, group }
}

async function makeToken(making: OfDirectory) {
  const body = { label: making.canary }
  const reply = await call(making, targetOf('createSCIMToken'), {}, body)
  const { id, token } = Object(reply.body)
  return { id: String(id), token: String(token) }
}

export function scimHeaders(
  token: string | undefined,
  text: string | undefined,
): Record<string, string> {
  return {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/scim+json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }
}
