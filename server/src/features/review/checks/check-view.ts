import type { ChangeRequestCheck } from '@lectern/contract/change-request-checks.ts'

import { viewUser } from '#/features/people/users/public.ts'
import type { FoundChangeRequest } from '#/features/review/change-requests/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { CheckRow } from './check-queries.ts'

export function viewCheck(
  { config }: Pick<Context, 'config'>,
  check: CheckRow,
  { row, of }: FoundChangeRequest,
): ChangeRequestCheck {
  const { name, link, summary, revision_id: revision } = check
  const request = `${config.PUBLIC_URL}/v1/spaces/${of.spaceId}/change-requests/${row.id}`
  return {
    object: 'change-request-check',
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has no other
    state: check.state as ChangeRequestCheck['state'],
    ...(link !== null && { link }),
    ...(summary !== null && { summary }),
    revision,
    outdated: revision !== row.head_revision_id,
    reportedBy: viewUser(check, { config }),
    createdAt: check.created_at,
    updatedAt: check.updated_at,
    urls: { location: `${request}/checks/${encodeURIComponent(name)}` },
  }
}
