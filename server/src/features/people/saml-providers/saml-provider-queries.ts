import type { SamlGroups } from '@lectern/contract/single-sign-on.ts'
import { type RawBuilder, sql } from 'kysely'

import { listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

import { keysNamePrefix } from './keys-name.ts'

interface InOrganization {
  readonly organizationId: string
}

export interface OfProvider extends InOrganization {
  readonly samlProviderId: string
}

/** The columns of the team that new members are put into. */
interface TeamColumns {
  readonly team_id: string
  readonly team_title: string
  readonly team_members: number
  readonly team_spaces: number
  readonly team_created_at: string
  readonly team_version: number
}

type WithTeam = { readonly [Column in keyof TeamColumns]: TeamColumns[Column] | null }

export interface ProviderRow extends WithTeam {
  readonly id: string
  readonly label: string
  readonly entity_id: string | null
  readonly certificate: string | null
  readonly sso_url: string | null
  readonly default_role: string | null
  readonly created_at: string
  readonly version: number
  readonly actor_team_role: string | null
  readonly groups_attribute: string | null
  readonly group_teams: SamlGroups['teams']
  readonly keys_sealed: string | null
}

/** Whether the provider has a team: an outer join gives either all columns of it or none. */
export function hasTeam(row: ProviderRow): row is ProviderRow & TeamColumns {
  return row.team_id !== null
}

/** Whether the provider that is called `p` in the statement can be used. */
export const isActive = sql<boolean>`(
  p.entity_id is not null and p.certificate is not null and p.sso_url is not null)`

/** The teams that follow groups of the provider that is called `p` in the statement. */
function groupTeams({ organizationId }: InOrganization) {
  return sql<SamlGroups['teams']>`(
    select coalesce(jsonb_agg(
      jsonb_build_object('group', g.group_name, 'team', g.team_id)
      order by g.group_name, g.team_id), '[]')
    from saml_provider_team as g
    where g.organization_id = ${organizationId} and g.provider_id = p.id)`
}

/** The sealed keys of the provider that is called `p` in the statement. */
function keysSealed({ organizationId }: InOrganization) {
  return sql<string | null>`(
    select s.sealed from organization_secret as s
    where s.organization_id = ${organizationId}
      and s.name = ${sql.lit(keysNamePrefix)} || p.id)`
}

/** Providers as a caller sees them: with the team of each, and the caller's role in it. */
function providersFor({ organizationId, callerId }: OfCaller) {
  return sqlBuilder
    .selectFrom('saml_provider as p')
    .leftJoin('team as t', (join) =>
      join
        .on('t.organization_id', '=', organizationId)
        .onRef('t.id', '=', 'p.default_team_id'),
    )
    .leftJoin('team_member as mine', (join) =>
      join
        .on('mine.organization_id', '=', organizationId)
        .onRef('mine.team_id', '=', 'p.default_team_id')
        .on('mine.user_id', '=', callerId),
    )
    .select(['p.id', 'p.label', 'p.entity_id', 'p.certificate', 'p.sso_url'])
    .select(['p.default_role', 'p.created_at', 'p.version'])
    .select(['t.id as team_id', 't.title as team_title', 't.members as team_members'])
    .select(['t.spaces as team_spaces', 't.created_at as team_created_at'])
    .select(['t.version as team_version', 'mine.role as actor_team_role'])
    .select(['p.groups_attribute', groupTeams({ organizationId }).as('group_teams')])
    .select(keysSealed({ organizationId }).as('keys_sealed'))
    .where('p.organization_id', '=', organizationId)
}

/** The providers of an organization in order of creation: ids are time-ordered. */
export const selectProviders = statementByShape(
  'saml-provider.list',
  (
    shape: Readonly<{ after: boolean; rowsMax: number }>,
    p: OfCaller & { afterId: string | undefined },
  ) => {
    const page = providersFor(p)
      .$if(shape.after, (q) => q.where('p.id', '>', p.afterId ?? ''))
      .orderBy('p.id')
      .limit(sql.lit(shape.rowsMax))
    const count = countOf(p.organizationId)
    return listForCaller<ProviderRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

function countOf(organizationId: string): RawBuilder<number> {
  return sql`(select count(*)::integer from saml_provider as counted_provider
    where counted_provider.organization_id = ${organizationId})`
}

export const selectProvider = statement('saml-provider.get', (p: OfCaller & OfProvider) =>
  providersFor(p).where('p.id', '=', p.samlProviderId),
)

/** What a sign-in needs of a provider, whoever asks. */
export const selectProviderToUse = statement('saml-provider.to-use', (p: OfProvider) =>
  sqlBuilder
    .selectFrom('saml_provider as p')
    .innerJoin('organization as o', (join) =>
      join.on('o.organization_id', '=', p.organizationId),
    )
    .select(['p.entity_id', 'p.certificate', 'p.sso_url', 'p.default_role'])
    .select(['p.default_team_id', 'o.title as organization_title'])
    .select(['p.groups_attribute', groupTeams(p).as('group_teams')])
    .select(keysSealed(p).as('keys_sealed'))
    .where('p.organization_id', '=', p.organizationId)
    .where('p.id', '=', p.samlProviderId),
)

/** What the provider was asked, and has answered: nobody gets in by it any more. */
export const deleteRequestsOfProvider = statement(
  'saml-request.delete-of-provider',
  (p: Pick<OfProvider, 'samlProviderId'>) =>
    sqlBuilder.deleteFrom('saml_request').where('provider_id', '=', p.samlProviderId),
)

/** Until the end of the transaction nobody changes who is a member, nor the providers. */
export const shareOrganization = statement(
  'saml-provider.share-organization',
  (p: InOrganization) =>
    sqlBuilder
      .selectFrom('organization')
      .select('organization_id')
      .where('organization_id', '=', p.organizationId)
      .forShare(),
)

/** What some providers of an organization are called, and the organization. */
export const selectProviderNames = statement(
  'saml-provider.names',
  (p: InOrganization & { ids: string[] }) =>
    sqlBuilder
      .selectFrom('saml_provider as p')
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .select(['p.id', 'p.label', 'o.title as organization_title'])
      .where('p.organization_id', '=', p.organizationId)
      .where(sql<boolean>`p.id = any(${p.ids}::text[])`),
)

export const selectTitle = statement('saml-provider.title', (p: InOrganization) =>
  sqlBuilder
    .selectFrom('organization as o')
    .select('o.title')
    .where('o.organization_id', '=', p.organizationId),
)

export const countProviders = statement(
  'saml-provider.count',
  (p: InOrganization) => sql<{ count: number }>`
    select ${countOf(p.organizationId)} as count`,
)

/** Where people can sign in. */
export const selectActiveProviders = statement(
  'saml-provider.active',
  (p: InOrganization) =>
    sqlBuilder
      .selectFrom('saml_provider as p')
      .select(['p.id', 'p.label'])
      .where('p.organization_id', '=', p.organizationId)
      .where(isActive)
      .orderBy('p.id'),
)

/** Whether the organization has an active provider; with the lock of the organization it stays so. */
export const selectActiveProvider = statement(
  'saml-provider.any-active',
  (p: InOrganization) =>
    sqlBuilder
      .selectFrom('saml_provider as p')
      .select('p.id')
      .where('p.organization_id', '=', p.organizationId)
      .where(isActive)
      .limit(1),
)

/** Somebody who has to sign in with a provider while no provider but the given one is active. */
export const selectWhoNeedsProvider = statement(
  'saml-provider.needed',
  (p: OfProvider) => sql<{ needed: boolean }>`
    select true as needed from organization as o
    where o.organization_id = ${p.organizationId}
      and (o.sso or exists (
        select from member as m
        where m.organization_id = ${p.organizationId} and m.sso))
      and not exists (
        select from saml_provider as p
        where p.organization_id = ${p.organizationId} and p.id <> ${p.samlProviderId}
          and ${isActive})`,
)

/** Which of some teams there are; they stay until the end of the transaction. */
export const selectTeams = statement(
  'saml-provider.teams',
  (p: InOrganization & { ids: string[] }) =>
    sqlBuilder
      .selectFrom('team as t')
      .select('t.id')
      .where('t.organization_id', '=', p.organizationId)
      .where(sql<boolean>`t.id = any(${p.ids}::text[])`)
      .forKeyShare(),
)

export interface ProviderValues {
  readonly label: string
  readonly entityId: string | null
  readonly certificate: string | null
  readonly ssoUrl: string | null
  readonly defaultTeamId: string | null
  readonly defaultRole: string | null
  readonly groups: SamlGroups | null
  readonly encryption: boolean
}

type ProviderColumns = Omit<ProviderValues, 'groups' | 'encryption'> & {
  readonly groupsAttribute: string | null
}

export const insertProvider = statement(
  'saml-provider.insert',
  (p: OfProvider & ProviderColumns) =>
    sqlBuilder.insertInto('saml_provider').values({
      organization_id: p.organizationId,
      id: p.samlProviderId,
      label: p.label,
      entity_id: p.entityId,
      certificate: p.certificate,
      sso_url: p.ssoUrl,
      default_team_id: p.defaultTeamId,
      default_role: p.defaultRole,
      groups_attribute: p.groupsAttribute,
    }),
)

export const updateProvider = statement(
  'saml-provider.update',
  (p: OfProvider & ProviderColumns) =>
    sqlBuilder
      .updateTable('saml_provider')
      .set({
        label: p.label,
        entity_id: p.entityId,
        certificate: p.certificate,
        sso_url: p.ssoUrl,
        default_team_id: p.defaultTeamId,
        default_role: p.defaultRole,
        groups_attribute: p.groupsAttribute,
        version: sql`version + 1`,
      })
      .where('organization_id', '=', p.organizationId)
      .where('id', '=', p.samlProviderId),
)

export const deleteGroupTeams = statement('saml-provider-team.delete', (p: OfProvider) =>
  sqlBuilder
    .deleteFrom('saml_provider_team')
    .where('organization_id', '=', p.organizationId)
    .where('provider_id', '=', p.samlProviderId),
)

export const insertGroupTeams = statement<
  OfProvider & { groups: string[]; teamIds: string[] }
>(
  'saml-provider-team.insert',
  (p) => sql`
    insert into saml_provider_team (organization_id, provider_id, group_name, team_id)
    select ${p.organizationId}, ${p.samlProviderId}, said.group_name, said.team_id
    from unnest(${p.groups}::text[], ${p.teamIds}::text[]) as said (group_name, team_id)
    on conflict do nothing`,
)

export const deleteProvider = statement('saml-provider.delete', (p: OfProvider) =>
  sqlBuilder
    .deleteFrom('saml_provider')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.samlProviderId),
)
