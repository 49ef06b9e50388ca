import { sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

type OfInvite = Readonly<{ organizationId: string; inviteId: string }>

/** The caller as a member, with the organization's settings for invites. */
export const selectInviter = statement('invite.inviter', (p: OfCaller) =>
  sqlBuilder
    .selectFrom('member as me')
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .select(callerColumns)
    .select(['o.default_role', 'o.invite_links', 'o.sso_provided'])
    .where('me.organization_id', '=', p.organizationId)
    .where('me.user_id', '=', p.callerId),
)

/** The members with these addresses: whether others have an account stays unknown. */
export const selectMembersByEmail = statement(
  'invite.members-by-email',
  (p: { organizationId: string; emails: string[] }) =>
    sqlBuilder
      .selectFrom('account_email as e')
      .innerJoin('member as m', 'm.user_id', 'e.account_id')
      .select(['e.email', 'm.user_id', 'm.sso'])
      .where('m.organization_id', '=', p.organizationId)
      .where(sql<boolean>`e.email = any(${p.emails}::text[])`),
)

interface MailInvites {
  readonly organizationId: string
  readonly invitedBy: string
  readonly ids: string[]
  readonly emails: string[]
  readonly roles: (string | null)[]
  /** Whether they become members who must use single sign-on. */
  readonly sso: boolean
}

/**
 * Inserts invites; an address invited again keeps its own with what is new. One that has expired is
 * as new: no mail of it leads anywhere.
 */
export const upsertMailInvites = statement<
  MailInvites,
  { id: string; role: string | null }
>(
  'mail-invite.upsert',
  // The order keeps two calls with the same addresses from a deadlock.
  (p) => sql`
    insert into mail_invite as held (organization_id, id, email, role, sso, invited_by, expires_at)
    select ${p.organizationId}, wanted.id, wanted.email, wanted.role, ${p.sso}::boolean,
      ${p.invitedBy}, now() + interval '7 days'
    from unnest(${p.ids}::text[], ${p.emails}::text[], ${p.roles}::text[])
      as wanted (id, email, role)
    order by wanted.email collate "C"
    on conflict (organization_id, email) do update set
      role = excluded.role, sso = excluded.sso, invited_by = excluded.invited_by,
      mailed_at = case when held.expires_at > excluded.created_at then held.mailed_at end
    returning id, role`,
)

type OfInvites = Readonly<{ organizationId: string; inviteIds: readonly string[] }>

/** Marks invites as mailed, with a new week, and gives those whose last mail is a day old or none. */
export const markMailed = statement<OfInvites, { id: string; email: string }>(
  'mail-invite.mailed',
  (p) => sql`
    update mail_invite set mailed_at = now(), expires_at = now() + interval '7 days'
    where organization_id = ${p.organizationId} and id = any (${p.inviteIds}::text[])
      and (mailed_at is null or mailed_at <= now() - interval '1 day')
    returning id, email`,
)

/** Takes back that invites were mailed, so that inviting again mails them. */
export const unmarkMailed = statement(
  'mail-invite.not-mailed',
  (p: OfInvites) => sql`
    update mail_invite set mailed_at = null
    where organization_id = ${p.organizationId} and id = any (${p.inviteIds}::text[])`,
)

/** An invite that can still be accepted. */
export const selectMailInvite = statementByShape(
  'mail-invite.select',
  ({ lock }: Readonly<{ lock: boolean }>, p: OfInvite) =>
    sqlBuilder
      .selectFrom('mail_invite as i')
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .leftJoin('account as a', 'a.id', 'i.invited_by')
      .select(['i.email', 'i.expires_at', 'o.title as organization_title'])
      .select('a.display_name as inviter_name')
      .select(sql<boolean>`o.sso_provided and (o.sso or i.sso)`.as('needs_sso'))
      .where('i.organization_id', '=', p.organizationId)
      .where('i.id', '=', p.inviteId)
      .where('i.expires_at', '>', sql<string>`now()`)
      .$if(lock, (q) => q.forUpdate('i')),
)

/** Deletes the invite that a user accepts; no row unless they have verified the invited address. */
export const deleteMailInviteOfOwner = statement(
  'mail-invite.delete-of-owner',
  (p: OfInvite & { userId: string }) =>
    sqlBuilder
      .deleteFrom('mail_invite as i')
      .using('account_email as e')
      .where('i.organization_id', '=', p.organizationId)
      .where('i.id', '=', p.inviteId)
      .where('i.expires_at', '>', sql<string>`now()`)
      .whereRef('e.email', '=', 'i.email')
      .where('e.account_id', '=', p.userId)
      .where('e.verified_at', 'is not', null)
      .returning(['i.role', 'i.sso']),
)

export const deleteMailInviteTo = statement(
  'mail-invite.delete-to',
  (p: { organizationId: string; email: string }) =>
    sqlBuilder
      .deleteFrom('mail_invite')
      .where('organization_id', '=', p.organizationId)
      .where('email', '=', p.email),
)

export const deleteExpiredMailInvites = statement(
  'mail-invite.delete-expired',
  (p: { organizationId: string; inviteIds: string[] }) =>
    sqlBuilder
      .deleteFrom('mail_invite')
      .where('organization_id', '=', p.organizationId)
      .where(sql<boolean>`id = any(${p.inviteIds}::text[])`)
      .where('expires_at', '<=', sql<string>`now()`),
)
