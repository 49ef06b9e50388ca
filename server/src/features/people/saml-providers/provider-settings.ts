import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Request } from '#/platform/http/operation.ts'

import { certificateProblem } from './certificates.ts'
import {
  deleteGroupTeams,
  insertGroupTeams,
  insertProvider,
  type OfProvider,
  type ProviderRow,
  type ProviderValues,
  selectTeams,
  updateProvider,
} from './saml-provider-queries.ts'

type Changes = Request<'updateOrganizationSAMLProvider'>['body']

const nothing: Omit<ProviderValues, 'label'> = {
  entityId: null,
  certificate: null,
  ssoUrl: null,
  defaultTeamId: null,
  defaultRole: null,
  groups: null,
  encryption: false,
}

export function settingsOf(row: ProviderRow): ProviderValues {
  return {
    label: row.label,
    entityId: row.entity_id,
    certificate: row.certificate,
    ssoUrl: row.sso_url,
    defaultTeamId: row.team_id,
    defaultRole: row.default_role,
    groups: groupsIn(row),
    encryption: row.keys_sealed !== null,
  }
}

/** The settings after the changes; refuses a certificate that nothing could be checked with. */
export function settingsAfter(
  before: ProviderValues | Pick<ProviderValues, 'label'>,
  changes: Changes,
): ProviderValues {
  refuseBrokenCertificate(changes)
  const former = { ...nothing, ...before }
  return {
    label: changes.label ?? former.label,
    entityId: filled(changes.entityID, former.entityId),
    certificate: filled(changes.certificate, former.certificate),
    ssoUrl: changes.ssoURL ?? former.ssoUrl,
    defaultTeamId: given(changes.defaultTeam, former.defaultTeamId),
    defaultRole: given(changes.defaultRole, former.defaultRole),
    groups: given(changes.groups, former.groups),
    encryption: changes.encryption ?? former.encryption,
  }
}

/** Which teams follow which groups of a provider; null where none do. */
export function groupsIn({
  groups_attribute: attribute,
  group_teams: teams,
}: Pick<ProviderRow, 'groups_attribute' | 'group_teams'>): ProviderValues['groups'] {
  return attribute === null ? null : { attribute, teams }
}

/** Refuses teams that do not exist. */
export async function requireTeams(
  tx: Transaction,
  organizationId: string,
  { defaultTeamId, groups }: ProviderValues,
): Promise<void> {
  const ofGroups = groups?.teams.map(({ team }) => team) ?? []
  const ids = [...(defaultTeamId === null ? [] : [defaultTeamId]), ...ofGroups]
  if (ids.length === 0) return
  const found = await tx.many(selectTeams, { organizationId, ids })
  const known = new Set(found.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined) throw notFound('team', missing)
}

/** Writes a provider that is new. */
export async function addSettings(
  tx: Transaction,
  of: OfProvider,
  { groups, encryption: _encryption, ...values }: ProviderValues,
): Promise<void> {
  const groupsAttribute = groups?.attribute ?? null
  await tx.run(insertProvider, { ...of, ...values, groupsAttribute })
  await addGroupTeams(tx, of, groups)
}

/** Writes the settings of a provider that is there. */
export async function replaceSettings(
  tx: Transaction,
  of: OfProvider,
  { groups, encryption: _encryption, ...values }: ProviderValues,
): Promise<void> {
  const groupsAttribute = groups?.attribute ?? null
  await tx.run(updateProvider, { ...of, ...values, groupsAttribute })
  await tx.run(deleteGroupTeams, of)
  await addGroupTeams(tx, of, groups)
}

async function addGroupTeams(
  tx: Transaction,
  of: OfProvider,
  groups: ProviderValues['groups'],
): Promise<void> {
  const teams = groups?.teams ?? []
  if (teams.length === 0) return
  await tx.run(insertGroupTeams, {
    ...of,
    groups: teams.map(({ group }) => group),
    teamIds: teams.map(({ team }) => team),
  })
}

function refuseBrokenCertificate({ certificate }: Changes): void {
  if (certificate === undefined || certificate.trim() === '') return
  const message = certificateProblem(certificate)
  if (message === undefined) return
  const detail = { path: 'body.certificate', message }
  throw invalidRequest(`${detail.path} ${message}.`, [detail])
}

/** An empty text takes the value away. */
function filled(value: string | undefined, before: string | null): string | null {
  if (value === undefined) return before
  return value.trim() === '' ? null : value
}

/** The given value, or the former one where the key is absent: null is a value of a setting. */
function given<Value>(value: Value | undefined, before: Value): Value {
  return value === undefined ? before : value
}
