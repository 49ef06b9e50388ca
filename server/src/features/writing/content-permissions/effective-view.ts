import type { EffectiveContentPermission } from '@lectern/contract/content-permissions.ts'

import { type Role, roleOfRank } from '#/access/roles.ts'
import { viewUser } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'

import type { EffectiveRow } from './effective-query.ts'
import { type GivenRole, type LineageNode, originsOf } from './origins.ts'

export function viewEffectivePermission(
  row: EffectiveRow,
  context: { config: Config },
): EffectiveContentPermission {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list holds only those who have a role
  const permission = roleOfRank(row.effective_rank) as Role
  return {
    permission,
    user: viewUser(row, context),
    origins: originsOf({
      memberRole: row.member_role,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement makes just these
      lineage: JSON.parse(row.lineage_nodes) as LineageNode[],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement makes just these
      given: JSON.parse(row.given ?? '[]') as GivenRole[],
    }),
  }
}
