import assert from 'node:assert/strict'

import { lockMailInvite } from '#/features/joining/invites/public.ts'
import type { TestApi } from '#test/test-api.ts'

import {
  createAccountLink,
  createInviteSecret,
} from '#/features/joining/welcome-links/welcome-links.ts'

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The token that the page shows. */
  readonly token: string | undefined
}

export interface Visitor {
  get(path: string): Promise<Page>
  /** Sends a form, or any other body when it is a string. */
  post(
    path: string,
    form?: Record<string, string> | string,
    headers?: Record<string, string>,
  ): Promise<Page>
  /** The path of a fresh link for an address that is invited to the sample organization. */
  invited(email: string, role?: string | null): Promise<string>
  /** The same for an account that exists. */
  accountLink(accountId: string, email: string): Promise<string>
  membersNamed(displayName: string): Promise<unknown[]>
}

export function visitorOf(api: TestApi): Visitor {
  const { db } = api.services

  async function send(path: string, init: RequestInit = {}): Promise<Page> {
    const reply = await fetch(api.url + path, init)
    const { status, headers } = reply
    const text = await reply.text()
    return { status, headers, text, token: /lec_u_\w{38}/.exec(text)?.[0] }
  }

  return {
    get: async (path) => send(path),
    post: async (path, form = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        headers,
        body: typeof form === 'string' ? form : new URLSearchParams(form),
      }),
    async invited(email, role = 'edit') {
      const organizationId = api.organization
      const reply = await api
        .as('admin')
        .post(`/orgs/${organizationId}/invites`, { emails: [{ email, role }] })
      assert.equal(reply.body.invited, 1)
      return db.transaction(async (tx) => {
        const [{ id: inviteId }] = await api.rows(
          'select id from mail_invite where organization_id = $1 and email = $2',
          [organizationId, email.toLowerCase()],
        )
        const invite = await lockMailInvite(tx, { organizationId, inviteId })
        assert.ok(invite)
        return (await createInviteSecret(tx, invite)).path
      })
    },
    accountLink: async (accountId, email) =>
      db.transaction(async (tx) => createAccountLink(tx, { accountId, email })),
    membersNamed: async (displayName) =>
      api.rows(
        `select m.role, a.email, e.verified_at is not null as verified
          from account a
          join account_email e on e.account_id = a.id and e.email = a.email
          join member m on m.user_id = a.id and m.organization_id = $1
          where a.display_name = $2`,
        [api.organization, displayName],
      ),
  }
}
