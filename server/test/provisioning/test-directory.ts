import { send, type WireReply } from '#test/http/test-wire.ts'
import type { SampleName } from '#test/sample.ts'
import type { TestApi, TestBody } from '#test/test-api.ts'

import { checkScimReply } from './check-scim-reply.ts'

export interface ScimReply {
  readonly status: number
  readonly headers: WireReply['headers']
  readonly body: TestBody
}

/** What a directory such as Okta or Entra ID sends. */
export interface TestDirectory {
  readonly token: string
  readonly baseUrl: string
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ScimReply>
  get(path: string): Promise<ScimReply>
  /** The resources that a filter finds. */
  find(kind: 'Users' | 'Groups', filter: string): Promise<TestBody[]>
}

/** A directory with a token of its own; at the api, or at something that answers like it. */
export async function connectDirectory(
  api: TestApi,
  {
    organization = api.organization,
    by = 'admin',
    url = api.url,
  }: Partial<{ organization: string; by: SampleName; url: string }> = {},
): Promise<TestDirectory> {
  const made = await api
    .as(by)
    .post(`/orgs/${organization}/scim-tokens`, { label: 'Directory' })
  const { token } = made.body
  return directoryAt(url, { organization, token })
}

export function directoryAt(
  url: string,
  { organization, token }: { readonly organization: string; readonly token: string },
): TestDirectory {
  const base = `/scim/v2/${organization}`
  const ask: TestDirectory['send'] = async (method, path, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await send(url, method, `${base}${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && {
          'content-type': 'application/scim+json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const parsed: TestBody = reply.text === '' ? undefined : JSON.parse(reply.text)
    checkScimReply(`${method} ${path}`, { ...reply, body: parsed })
    return { status: reply.status, headers: reply.headers, body: parsed }
  }
  return {
    token,
    baseUrl: `http://lectern.test${base}`,
    send: ask,
    get: async (path) => ask('GET', path),
    find: async (kind, filter) => {
      const { body } = await ask('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)
      return body.Resources
    },
  }
}

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'

export function patch(...operations: readonly object[]): object {
  return { schemas: [patchOp], Operations: operations }
}
