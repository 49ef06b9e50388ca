import { invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Request } from '#/platform/http/operation.ts'

import { certificateProblem } from './certificates.ts'
import {
  selectDefaultTeam,
  type ProviderRow,
  type ProviderValues,
} from './saml-provider-queries.ts'

type Changes = Request<'updateOrganizationSAMLProvider'>['body']

const nothing: Omit<ProviderValues, 'label'> = {
  entityId: null,
  certificate: null,
  ssoUrl: null,
  defaultTeamId: null,
  defaultRole: null,
}

export function settingsOf(row: ProviderRow): ProviderValues {
  return {
    label: row.label,
    entityId: row.entity_id,
    certificate: row.certificate,
    ssoUrl: row.sso_url,
    defaultTeamId: row.team_id,
    defaultRole: row.default_role,
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
  }
}

/** Refuses a team that does not exist. */
export async function requireDefaultTeam(
  tx: Transaction,
  organizationId: string,
  teamId: string | null,
): Promise<void> {
  if (teamId === null) return
  const found = await tx.first(selectDefaultTeam, { organizationId, teamId })
  if (found === undefined) throw notFound('team', teamId)
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
