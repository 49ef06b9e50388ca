import { contentTemplates } from './content-corruptions.ts'
import { discussionTemplates } from './discussion-corruptions.ts'
import { damage, each, of, type Template } from './planned.ts'
import { signedInTemplates } from './signed-in-corruptions.ts'
import { siteTemplates } from './site-corruptions.ts'

const badRules = [
  '{"type": "rules", "rules": [{"rule": "maybe"}]}',
  '{"type": "never"}',
  '{}',
  '[]',
  '"none"',
]

const organizationTemplates: readonly Template[] = [
  each(
    'organization-missing',
    ({ index }) => [`gone-${index}`, `lost-${index}`],
    (id) =>
      damage(
        'organization-missing',
        id,
        `insert into directory values ('${id}', 'organization', '${id}')`,
      ),
  ),
  each(
    'directory-home',
    ({ organization }) => [organization],
    (id, { elsewhere }) =>
      damage(
        'directory-home',
        id,
        `update directory set organization_id = '${elsewhere}' where id = '${id}'`,
      ),
  ),
  each(
    'directory-missing',
    ({ organization }) => [organization],
    (id) => damage('directory-missing', id, `delete from directory where id = '${id}'`),
  ),
  each(
    'merge-rules',
    () => badRules,
    (rules, place) =>
      damage(
        'merge-rules',
        place.organization,
        `update organization set merge_rules = '${rules}' where ${of(place)}`,
      ),
  ),
  each(
    'email-domain-missing',
    ({ domain }) => [domain],
    (domain) =>
      damage(
        'email-domain-missing',
        domain,
        `delete from email_domain where domain = '${domain}'`,
      ),
  ),
  each(
    'email-domain-orphan',
    ({ index }) => [1, 2].map((n) => `stray-${index}-${n}.example`),
    (domain, { organization }) =>
      damage(
        'email-domain-orphan',
        domain,
        `insert into email_domain values ('${domain}', '${organization}')`,
      ),
  ),
  ...['members', 'members-seen', 'teams', 'link-invites', 'file-bytes'].map((counter) =>
    each(
      `counter-${counter}`,
      () => [1, 17],
      (by, { organization }) =>
        damage(
          `counter-${counter}`,
          counter,
          `insert into organization_counter as c values ('${organization}', '${counter}', ${by})
           on conflict (organization_id, name) do update set value = c.value + ${by}`,
        ),
    ),
  ),
  ...['members', 'teams', 'link-invites'].map((counter) =>
    each(
      `counter-${counter}`,
      () => [
        `delete from organization_counter`,
        `update organization_counter set value = 0`,
      ],
      (loss, place) =>
        damage(
          `counter-${counter}`,
          counter,
          `${loss} where ${of(place)} and name = '${counter}'`,
        ),
    ),
  ),
  each(
    'counter-unknown',
    () => ['ghosts', 'Members'],
    (name, { organization }) =>
      damage(
        'counter-unknown',
        name,
        `insert into organization_counter values ('${organization}', '${name}', 1)`,
      ),
  ),
  each(
    'hostname-unclaimed',
    ({ hostname }) => [hostname],
    (hostname) =>
      damage(
        'hostname-unclaimed',
        hostname,
        `delete from subdomain where subdomain = '${hostname}'`,
      ),
  ),
  each(
    'hostname-unclaimed',
    ({ hostname }) => [hostname],
    (hostname, { elsewhere }) => ({
      change: [
        `update subdomain set organization_id = '${elsewhere}' where subdomain = '${hostname}'`,
      ],
      reported: [
        ['hostname-unclaimed', hostname],
        ['subdomain-orphan', hostname],
      ],
    }),
  ),
  each(
    'subdomain-orphan',
    ({ index }) => [1, 2].map((n) => `left-over-${index}-${n}`),
    (name, { organization }) =>
      damage(
        'subdomain-orphan',
        name,
        `insert into subdomain values ('${name}', '${organization}')`,
      ),
  ),
  each(
    'secret-sealed',
    () => [`sealed || 'x'`, `''`, `reverse(sealed)`, `left(sealed, -4)`],
    (sealed, place) =>
      damage(
        'secret-sealed',
        'saml',
        `update organization_secret set sealed = ${sealed} where ${of(place)}`,
      ),
  ),
  each(
    'upload-key',
    ({ index, elsewhere }) => [`uploads/${elsewhere}/${index}`, `uploads/${index}`],
    (key, { organization, members }) =>
      damage(
        'upload-key',
        key,
        `insert into upload (organization_id, key, kind, name, content_type, size, created_by,
           expires_at)
         values ('${organization}', '${key}', 'content_file', 'x', 'text/plain', 1,
           '${members[0]}', now())`,
      ),
  ),
  each(
    'welcome-link-invite',
    ({ index }) => [1, 2].map((n) => `welcome-${index}-${n}`),
    (hash, place) =>
      damage(
        'welcome-link-invite',
        hash,
        `delete from mail_invite where ${of(place)} and id = 'invite${hash.slice(-1)}'`,
      ),
  ),
  each(
    'welcome-link-invite',
    ({ index }) => [1, 2].map((n) => `welcome-${index}-${n}`),
    (hash) =>
      damage(
        'welcome-link-invite',
        hash,
        `update welcome_link set email = 'other@fsck.example' where secret_hash = '${hash}'`,
      ),
  ),
  each(
    'welcome-link-account',
    ({ members }) => members.slice(0, 3),
    (account, { outsider }) =>
      damage(
        'welcome-link-account',
        `hash-${account}`,
        `insert into welcome_link (secret_hash, email, account_id, expires_at)
         select 'hash-${account}', email, '${account}', now() + interval '1 day'
         from account_email where account_id = '${outsider}'`,
      ),
  ),
  ...signedInTemplates,
  each(
    'pending-event',
    ({ events }) => events,
    (id) =>
      damage(
        'pending-event',
        id,
        `update event_pending set subject = 'team:other' where id = '${id}'`,
      ),
  ),
  each(
    'pending-event',
    ({ events }) => events,
    (id) =>
      damage(
        'pending-event',
        id,
        `update event_pending set occurred_at = occurred_at + interval '1 second'
         where id = '${id}'`,
      ),
  ),
  each(
    'pending-event',
    ({ events }) => events,
    (id, place) =>
      damage(
        'pending-event',
        id,
        `delete from event where ${of(place)} and id = '${id}'`,
      ),
  ),
]

const memberTemplates: readonly Template[] = [
  each(
    'member-account',
    ({ members }) => members.slice(1),
    (id) =>
      damage(
        'member-account',
        id,
        `delete from account where id = '${id}'`,
        `delete from account_email where account_id = '${id}'`,
      ),
  ),
  each(
    'member-search-text',
    ({ members }) =>
      members.flatMap((id) => [
        { id, text: 'formerly' },
        { id, text: '' },
      ]),
    ({ id, text }, place) =>
      damage(
        'member-search-text',
        id,
        `update member set search_text = '${text}' where ${of(place)} and user_id = '${id}'`,
      ),
  ),
  ...(['spaces', 'teams'] as const).map((counter) =>
    each(
      `member-${counter}`,
      ({ members }) => members,
      (id, place) =>
        damage(
          `member-${counter}`,
          id,
          `update member set ${counter} = ${counter} + 2 where ${of(place)} and user_id = '${id}'`,
        ),
    ),
  ),
  ...[[`role = 'create'`, `role = 'edit'`, `role = 'read'`], ['disabled = true']].map(
    (losses) =>
      each(
        'organization-admin',
        () => losses,
        (loss, place) =>
          damage(
            'organization-admin',
            place.organization,
            `update member set ${loss} where ${of(place)} and role = 'admin'`,
          ),
      ),
  ),
  each(
    'membership-missing',
    ({ members }) => members,
    (id, place) =>
      damage(
        'membership-missing',
        id,
        `delete from account_membership where ${of(place)} and account_id = '${id}'`,
      ),
  ),
  each(
    'membership-orphan',
    ({ outsider }) => [outsider, 'nobody-at-all'],
    (id, { organization }) =>
      damage(
        'membership-orphan',
        id,
        `insert into account_membership values ('${id}', '${organization}')`,
      ),
  ),
  ...(['members', 'spaces'] as const).map((counter) =>
    each(
      `team-${counter}`,
      ({ teams }) => teams,
      (id, place) =>
        damage(
          `team-${counter}`,
          id,
          `update team set ${counter} = ${counter} + 1 where ${of(place)} and id = '${id}'`,
        ),
    ),
  ),
  each(
    'team-member-team',
    ({ members }) => members,
    (id, place) =>
      damage(
        'team-member-team',
        `no-team/${id}`,
        `insert into team_member values ('${place.organization}', 'no-team', '${id}', 'member')`,
        `update member set teams = teams + 1 where ${of(place)} and user_id = '${id}'`,
      ),
  ),
  each(
    'team-member-member',
    ({ teams }) => teams,
    (id, place) =>
      damage(
        'team-member-member',
        `${id}/${place.outsider}`,
        `insert into team_member
         values ('${place.organization}', '${id}', '${place.outsider}', 'member')`,
        `update team set members = members + 1 where ${of(place)} and id = '${id}'`,
      ),
  ),
  each(
    'account-without-address',
    ({ members }) => members,
    (id) =>
      damage(
        'account-without-address',
        id,
        `delete from account_email where account_id = '${id}'`,
      ),
  ),
  each(
    'account-email',
    ({ members }) => members,
    (id) =>
      damage(
        'account-email',
        id,
        `update account_email set email = 'else-' || email where account_id = '${id}'`,
      ),
  ),
  each(
    'address-account',
    ({ index }) => [1, 2].map((n) => `nobody-${index}-${n}@fsck.example`),
    (email) =>
      damage(
        'address-account',
        email,
        `insert into account_email values ('${email}', 'no-account')`,
      ),
  ),
  each(
    'identity-account',
    ({ index }) => [1, 2].map((n) => `nobody-${index}-${n}`),
    (subject) =>
      damage(
        'identity-account',
        `saml ${subject}`,
        `insert into account_identity values ('saml', '${subject}', 'no-account')`,
      ),
  ),
]

export const templates: readonly Template[] = [
  ...organizationTemplates,
  ...memberTemplates,
  ...contentTemplates,
  ...discussionTemplates,
  ...siteTemplates,
]
