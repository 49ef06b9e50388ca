import { sql } from 'kysely'

import type { OfBranch } from '#/content-store/branches/public.ts'
import { isSpecTarget } from '#/content-store/entries/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { forbidden } from '#/platform/errors/api-error.ts'

/** A row if somebody is a guest, and one of the specifications is not yet shown in the space. */
const selectGuestShowing = statement(
  'content.guest-showing-spec',
  (p: OfBranch & { userId: string; targets: readonly string[] }) => sql<{ id: string }>`
    select m.user_id as id from member as m
    where m.organization_id = ${p.organizationId} and m.user_id = ${p.userId}
      and m.role is null and exists (
        select from unnest(${p.targets}::text[]) as wanted (target)
        where not exists (
          select from entry_version as v
          where v.organization_id = ${p.organizationId} and v.space_id = ${p.spaceId}
            and v.branch_id in (${p.spaceId}, ${p.branchId}) and v.to_number is null
            and v.targets @> array[wanted.target] and not v.is_gone
        )
      )`,
)

interface Writing {
  readonly createdBy: string
  readonly entries: readonly { readonly targets: readonly string[] | null }[]
}

/**
 * Refuses guests who write what shows an OpenAPI specification: they see none, and who reads the page
 * would see it, they among them. One that the space shows already is no news.
 */
export async function refuseGuests(
  tx: Transaction,
  branch: OfBranch,
  { createdBy: userId, entries }: Writing,
): Promise<void> {
  const targets = [
    ...new Set(entries.flatMap(({ targets: own }) => (own ?? []).filter(isSpecTarget))),
  ]
  if (targets.length === 0) return
  const guest = await tx.first(selectGuestShowing, { ...branch, userId, targets })
  if (guest === undefined) return
  throw forbidden(
    'show an OpenAPI specification that the space does not show yet',
    'a role in the organization',
  )
}
