import { actorFrom, authorize } from '#/access/actor.ts'
import type { Role } from '#/access/roles.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { userInvited } from './invite-events.ts'
import { mailInvites } from './invite-mails.ts'
import { invitePolicy } from './invite-policy.ts'
import {
  selectInviter,
  selectMembersByEmail,
  upsertMailInvites,
} from './mail-invite-queries.ts'

type Entry = string | { readonly email: string; readonly role: Role | null }

interface Invitee {
  /** The address in the spelling of the caller. */
  readonly address: string
  /** The role for this address; undefined when the common role of the request applies. */
  readonly role: Role | null | undefined
}

export const inviteUsersToOrganization = operation(
  'inviteUsersToOrganization',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const inviter = await tx.first(selectInviter, {
        organizationId,
        callerId: context.caller.userId,
      })
      const actor = actorFrom(inviter, context, organizationId)
      authorize(invitePolicy.manage(actor), 'invite people', 'the admin role')

      const invitees = byAddress(body.emails)
      const members = await tx.many(selectMembersByEmail, {
        organizationId,
        emails: [...invitees.keys()],
      })
      const users = [...new Set(members.map((member) => member.user_id))]
      const sso = body.sso === true
      if (sso && inviter?.sso_provided !== true) {
        // No provider is active through which anybody could come in.
        return { users, invited: 0, failedSSOEmails: addressesOf(invitees) }
      }

      const failed = members.filter((member) => sso && !member.sso)
      const failedSSOEmails = addressesOf(invitees, failed)
      for (const { email } of members) invitees.delete(email)
      const role = body.role === undefined ? (inviter?.default_role ?? null) : body.role
      await sendInvites(tx, context, { organizationId, invitees, role, sso })
      const invited = invitees.size
      return failed.length > 0 ? { users, invited, failedSSOEmails } : { users, invited }
    }),
)

/** The addresses of all invitees, or of those among them, as the caller spelled them. */
function addressesOf(
  invitees: ReadonlyMap<string, Invitee>,
  among?: readonly { readonly email: string }[],
): string[] {
  const emails = among?.map(({ email }) => email) ?? [...invitees.keys()]
  return emails.flatMap((email) => invitees.get(email)?.address ?? [])
}

/** The invitees by lower-cased address; a role wins over none, and a later role over an earlier. */
function byAddress(entries: readonly Entry[]): Map<string, Invitee> {
  const invitees = new Map<string, Invitee>()
  for (const entry of entries) {
    const { email: address, role } =
      typeof entry === 'string' ? { email: entry, role: undefined } : entry
    const email = address.toLowerCase()
    if (role !== undefined || !invitees.has(email)) invitees.set(email, { address, role })
  }
  return invitees
}

async function sendInvites(
  tx: Transaction,
  context: Context,
  {
    organizationId,
    invitees,
    role: commonRole,
    sso,
  }: {
    organizationId: string
    invitees: ReadonlyMap<string, Invitee>
    role: string | null
    sso: boolean
  },
): Promise<void> {
  if (invitees.size === 0) return
  const invites = await tx.many(upsertMailInvites, {
    organizationId,
    invitedBy: context.caller.userId,
    ids: Array.from(invitees, () => newId()),
    emails: [...invitees.keys()],
    roles: Array.from(invitees.values(), ({ role }) =>
      role === undefined ? commonRole : role,
    ),
    sso,
  })
  for (const { id: inviteId, role } of invites) {
    userInvited(tx, context, { organizationId, inviteId, role })
  }
  const inviteIds = invites.map(({ id }) => id)
  await mailInvites(tx, context, { organizationId, inviteIds })
}
