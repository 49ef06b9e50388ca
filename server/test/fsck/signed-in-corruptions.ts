import { damage, each, of, type Template } from './planned.ts'

/** Tokens, sessions and identity providers that lead nowhere. */
export const signedInTemplates: readonly Template[] = [
  each(
    'token-organization',
    ({ index }) => [1, 2].map((n) => `token-${index}-${n}`),
    (id, { members }) =>
      damage(
        'token-organization',
        id,
        `insert into api_token (hash, id, account_id, label, scopes, organization_id)
         values ('hash ${id}', '${id}', '${members[0]}', 'Lost', '{read}', 'no-organization')`,
      ),
  ),
  each(
    'session-organization',
    ({ index }) => [1, 2].map((n) => `session-${index}-${n}`),
    (id, { members }) =>
      damage(
        'session-organization',
        id,
        `insert into browser_session
           (hash, id, account_id, way, device, address, organization_id, expires_at)
         values ('hash ${id}', '${id}', '${members[0]}', 'link', 'Lost', '192.0.2.1',
           'no-organization', now() + interval '1 day')`,
      ),
  ),
  each(
    'site-visit-organization',
    ({ index }) => [1, 2].map((n) => `visit-${index}-${n}`),
    (id, { members }) =>
      damage(
        'site-visit-organization',
        id,
        `insert into site_visit (hash, id, organization_id, site_id, account_id,
           session_hash, expires_at)
         values ('hash ${id}', '${id}', 'no-organization', 'no-site', '${members[0]}',
           'no-session', now() + interval '1 day')`,
      ),
  ),
  each(
    'account-secret-sealed',
    ({ members }) => members,
    (id) =>
      damage(
        'account-secret-sealed',
        id,
        `insert into second_factor (account_id, sealed, used_step)
         values ('${id}', 'v1.12345678.nothing-that-was-sealed.at-all', 0)`,
      ),
  ),
  each(
    'saml-provider-home-missing',
    ({ index }) => [1, 2].map((n) => `provider-${index}-${n}`),
    (id, { organization }) =>
      damage(
        'saml-provider-home-missing',
        id,
        `insert into saml_provider (organization_id, id, label)
         values ('${organization}', '${id}', 'Lost')`,
      ),
  ),
  each(
    'saml-provider-home-orphan',
    ({ index }) => [1, 2].map((n) => `no-provider-${index}-${n}`),
    (id, { organization }) =>
      damage(
        'saml-provider-home-orphan',
        id,
        `insert into directory values ('${id}', 'saml-provider', '${organization}')`,
      ),
  ),
  each(
    'identity-organization',
    ({ index }) => [1, 2].map((n) => `unbound-${index}-${n}`),
    (subject, { members }) =>
      damage(
        'identity-organization',
        `saml:anywhere ${subject}`,
        `insert into account_identity (provider, subject, account_id)
         values ('saml:anywhere', '${subject}', '${members[0]}')`,
      ),
  ),
  each(
    'identity-member',
    ({ index }) => [1, 2].map((n) => `knowing-${index}-${n}`),
    (id, { organization, outsider }) =>
      damage(
        'identity-member',
        `saml:${id} left`,
        `insert into saml_provider (organization_id, id, label)
         values ('${organization}', '${id}', 'Keeps')`,
        `insert into directory values ('${id}', 'saml-provider', '${organization}')`,
        `insert into account_identity (provider, subject, account_id, organization_id)
         values ('saml:${id}', 'left', '${outsider}', '${organization}')`,
      ),
  ),
  each(
    'identity-provider',
    ({ index }) => [1, 2].map((n) => `deleted-${index}-${n}`),
    (id, { organization, members }) =>
      damage(
        'identity-provider',
        `saml:${id} stays`,
        `insert into account_identity (provider, subject, account_id, organization_id)
         values ('saml:${id}', 'stays', '${members[0]}', '${organization}')`,
      ),
  ),
  each(
    'sso-provided',
    ({ organization }) => [organization],
    (organization, place) =>
      damage(
        'sso-provided',
        organization,
        `update organization set sso_provided = true where ${of(place)}`,
      ),
  ),
  each(
    'member-needs-sso',
    ({ members }) => members,
    (member, place) =>
      damage(
        'member-needs-sso',
        member,
        `update member set needs_sso = true where ${of(place)} and user_id = '${member}'`,
      ),
  ),
]
