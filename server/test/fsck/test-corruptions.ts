import type { TestApi } from '#test/test-api.ts'

import { changeRequestCorruptions } from './test-change-request-corruptions.ts'
import { commentCorruptions } from './test-comment-corruptions.ts'
import { contentCorruptions } from './test-content-corruptions.ts'
import { fileCorruptions } from './test-file-corruptions.ts'
import { notificationCorruptions } from './test-notification-corruptions.ts'
import { reviewCorruptions } from './test-review-corruptions.ts'
import { type PlainSite, siteCorruptions } from './test-site-corruptions.ts'
import {
  type SettledThings,
  siteSettingCorruptions,
} from './test-site-setting-corruptions.ts'
import { spaceCorruptions } from './test-space-corruptions.ts'
import {
  structureCorruptions,
  type StructuredThings,
} from './test-structure-corruptions.ts'

export interface Things {
  readonly api: TestApi
  readonly team: string
  readonly collection: string
  /** In the collection. */
  readonly space: string
  /** Of the space, with two versions and another page below it. */
  readonly page: string
  readonly childPage: string
  /** Deleted again. */
  readonly gonePage: string
  /** The head of the space, and the text of the page in it. */
  readonly revision: string
  readonly documentId: string
  readonly pendingEvent: string
  /** A space with a comment, which has a reply, and a change request with another comment. */
  readonly discussed: string
  readonly comment: string
  readonly reply: string
  readonly changeRequest: string
  /** Of the change request; somebody else is asked for another. */
  readonly review: string
  readonly plainSite: PlainSite
  readonly structured: StructuredThings
  readonly settled: SettledThings
}

export interface Corruption {
  readonly name: string
  readonly kind: string
  /** Of the row that is reported. */
  readonly id: (things: Things) => string
  readonly change: (things: Things) => string[]
  /** Would hide others if it were committed together with them. */
  readonly isAlone?: true
}

const of = ({ api }: Things) => `organization_id = '${api.organization}'`

export const corruptions: readonly Corruption[] = [
  ...changeRequestCorruptions,
  ...commentCorruptions,
  ...notificationCorruptions,
  ...contentCorruptions,
  ...fileCorruptions,
  ...reviewCorruptions,
  ...siteCorruptions,
  ...structureCorruptions,
  ...siteSettingCorruptions,
  {
    name: 'a PDF of a revision that does not exist',
    kind: 'pdf-revision',
    id: () => 'lost-pdf',
    change: ({ api, space }) => [
      `insert into pdf (organization_id, id, space_id, revision_id, page_id, is_only, asked_by)
       values ('${api.organization}', 'lost-pdf', '${space}', 'nothing', '', false, 'x')`,
    ],
  },
  {
    name: 'a directory entry without its organization',
    kind: 'organization-missing',
    id: () => 'nowhere',
    change: () => [`insert into directory values ('nowhere', 'organization', 'nowhere')`],
  },
  {
    name: 'a directory entry that leads to another organization',
    kind: 'directory-home',
    id: ({ api }) => api.organization,
    change: ({ api }) => [
      `update directory set organization_id = '${api.otherOrganization}' where id = '${api.organization}'`,
    ],
  },
  {
    name: 'an organization that the directory does not list',
    kind: 'directory-missing',
    id: ({ api }) => api.organization,
    change: ({ api }) => [`delete from directory where id = '${api.organization}'`],
    isAlone: true,
  },
  {
    name: 'merge rules of an unknown form',
    kind: 'merge-rules',
    id: ({ api }) => api.organization,
    change: (things) => [
      `update organization set merge_rules = '{"type": "rules", "rules": [{"rule": "maybe"}]}' where ${of(things)}`,
    ],
  },
  {
    name: 'a mail domain that nobody could find the organization by',
    kind: 'email-domain-missing',
    id: () => 'acme.example',
    change: (things) => [`delete from email_domain where ${of(things)}`],
  },
  {
    name: 'a mail domain the organization knows nothing of',
    kind: 'email-domain-orphan',
    id: () => 'stray.example',
    change: ({ api }) => [
      `insert into email_domain values ('stray.example', '${api.organization}')`,
    ],
  },
  ...['members', 'members-seen', 'teams', 'link-invites'].map((counter): Corruption => ({
    name: `a wrong count of ${counter}`,
    kind: `counter-${counter}`,
    id: () => counter,
    change: (things) => [
      `insert into organization_counter as c values ('${things.api.organization}', '${counter}', 1)
       on conflict (organization_id, name) do update set value = c.value + 1`,
    ],
  })),
  {
    name: 'a missing count of members',
    kind: 'counter-members',
    id: () => 'members',
    change: (things) => [
      `delete from organization_counter where ${of(things)} and name = 'members'`,
    ],
  },
  {
    name: 'a counter that nobody keeps',
    kind: 'counter-unknown',
    id: () => 'ghosts',
    change: ({ api }) => [
      `insert into organization_counter values ('${api.organization}', 'ghosts', 1)`,
    ],
  },
  {
    name: 'a member without an account',
    kind: 'member-account',
    id: ({ api }) => api.users.comment,
    change: ({ api }) => [
      `delete from account where id = '${api.users.comment}'`,
      `delete from account_email where account_id = '${api.users.comment}'`,
    ],
  },
  {
    name: 'a member who is searched by an old name',
    kind: 'member-search-text',
    id: ({ api }) => api.users.edit,
    change: (things) => [
      `update member set search_text = 'formerly' where ${of(things)} and user_id = '${things.api.users.edit}'`,
    ],
  },
  {
    name: 'a member in spaces that do not exist',
    kind: 'member-spaces',
    id: ({ api }) => api.users.read,
    change: (things) => [
      `update member set spaces = 2 where ${of(things)} and user_id = '${things.api.users.read}'`,
    ],
  },
  ...[`role = 'create'`, 'disabled = true'].map((loss): Corruption => ({
    name: `an organization without an admin (${loss})`,
    kind: 'organization-admin',
    id: ({ api }) => api.organization,
    change: (things) => [
      `update member set ${loss} where ${of(things)} and role = 'admin'`,
    ],
  })),
  {
    name: 'a member whose account does not list the organization',
    kind: 'membership-missing',
    id: ({ api }) => api.users.create,
    change: (things) => [
      `delete from account_membership where ${of(things)} and account_id = '${things.api.users.create}'`,
    ],
  },
  {
    name: 'an account that lists an organization it is no member of',
    kind: 'membership-orphan',
    id: ({ api }) => api.users.outsider,
    change: ({ api }) => [
      `insert into account_membership values ('${api.users.outsider}', '${api.organization}')`,
    ],
  },
  {
    name: 'a team with a wrong size',
    kind: 'team-members',
    id: ({ team }) => team,
    change: (things) => [`update team set members = members + 3 where ${of(things)}`],
  },
  {
    name: 'a team in spaces that do not exist',
    kind: 'team-spaces',
    id: ({ team }) => team,
    change: (things) => [`update team set spaces = 1 where ${of(things)}`],
  },
  {
    name: 'a member with a wrong number of teams',
    kind: 'member-teams',
    id: ({ api }) => api.users.review,
    change: (things) => [
      `update member set teams = 5 where ${of(things)} and user_id = '${things.api.users.review}'`,
    ],
  },
  {
    name: 'somebody in a team that does not exist',
    kind: 'team-member-team',
    id: ({ api }) => `no-team/${api.users.read}`,
    change: (things) => [
      `insert into team_member values ('${things.api.organization}', 'no-team', '${things.api.users.read}', 'member')`,
      `update member set teams = teams + 1 where ${of(things)} and user_id = '${things.api.users.read}'`,
    ],
  },
  {
    name: 'a stranger in a team',
    kind: 'team-member-member',
    id: ({ team, api }) => `${team}/${api.users.outsider}`,
    change: (things) => [
      `insert into team_member values ('${things.api.organization}', '${things.team}', '${things.api.users.outsider}', 'member')`,
      `update team set members = members + 1 where ${of(things)}`,
    ],
  },
  ...spaceCorruptions,
  {
    name: 'a host name that is free for anybody',
    kind: 'hostname-unclaimed',
    id: () => 'acme',
    change: (things) => [`delete from subdomain where ${of(things)}`],
  },
  {
    name: 'a name kept by an organization that does not use it',
    kind: 'subdomain-orphan',
    id: () => 'left-over',
    change: ({ api }) => [
      `insert into subdomain values ('left-over', '${api.organization}')`,
    ],
  },
  {
    name: 'a link whose invite is gone',
    kind: 'welcome-link-invite',
    id: () => 'hash-of-invite',
    change: (things) => [`delete from mail_invite where ${of(things)}`],
  },
  {
    name: 'a link that was mailed to another address than its invite',
    kind: 'welcome-link-invite',
    id: () => 'hash-of-invite',
    change: () => [
      `update welcome_link set email = 'other@acme.example' where secret_hash = 'hash-of-invite'`,
    ],
  },
  {
    name: 'a link to an account with somebody else’s address',
    kind: 'welcome-link-account',
    id: () => 'hash-of-account',
    change: ({ api }) => [
      `insert into welcome_link (secret_hash, email, account_id, expires_at)
       values ('hash-of-account', 'outsider@elsewhere.example', '${api.users.admin}', now() + interval '1 day')`,
    ],
  },
  {
    name: 'a secret that no key opens',
    kind: 'secret-sealed',
    id: () => 'saml',
    change: (things) => [
      `update organization_secret set sealed = sealed || 'x' where ${of(things)}`,
    ],
  },
  {
    name: 'an account without an address',
    kind: 'account-without-address',
    id: ({ api }) => api.users.guest,
    change: ({ api }) => [
      `delete from account_email where account_id = '${api.users.guest}'`,
    ],
  },
  {
    name: 'an account whose address is not among its addresses',
    kind: 'account-email',
    id: ({ api }) => api.users.admin,
    change: ({ api }) => [
      `update account_email set email = 'else@acme.example' where account_id = '${api.users.admin}'`,
    ],
  },
  {
    name: 'an address of nobody',
    kind: 'address-account',
    id: () => 'nobody@acme.example',
    change: () => [
      `insert into account_email values ('nobody@acme.example', 'no-account')`,
    ],
  },
  {
    name: 'a way to sign in as nobody',
    kind: 'identity-account',
    id: () => 'saml nobody',
    change: () => [
      `insert into account_identity values ('saml', 'nobody', 'no-account')`,
    ],
  },
  {
    name: 'a token for an organization that does not exist',
    kind: 'token-organization',
    id: () => 'token',
    change: ({ api }) => [
      `insert into api_token (hash, id, account_id, label, scopes, organization_id)
       values ('hash', 'token', '${api.users.admin}', 'Lost', '{read}', 'no-organization')`,
    ],
  },
  {
    name: 'a waiting event that is not in the log',
    kind: 'pending-event',
    id: () => 'no-event',
    change: ({ api }) => [
      `insert into event_pending values ('no-event', '${api.organization}', now(), 'team:x')`,
    ],
  },
  {
    name: 'a waiting event that says another subject than the log',
    kind: 'pending-event',
    id: ({ pendingEvent }) => pendingEvent,
    change: ({ pendingEvent }) => [
      `update event_pending set subject = 'team:other' where id = '${pendingEvent}'`,
    ],
  },
]
