import { spaceMergeRules } from '@lectern/contract/merge-rules.ts'
import { Ajv } from 'ajv'
import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { withoutIds } from '#/platform/http/request-validation.ts'
import {
  type OrganizationCheck,
  organizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'

const settings = organizationCheck(
  'space-settings',
  (organizationId) => sql`
    select n.id, n.id as expected, s.id as found
    from content_node as n
    left join space as s on s.organization_id = n.organization_id and s.id = n.id
    where n.organization_id = ${organizationId} and n.kind = 'space'`,
)

const counter = organizationCheck(
  'space-counter',
  (organizationId) => sql`
    select n.id, n.id as expected, c.space_id as found
    from content_node as n
    left join space_counter as c
      on c.organization_id = n.organization_id and c.space_id = n.id
    where n.organization_id = ${organizationId} and n.kind = 'space'`,
)

const mainBranch = organizationCheck(
  'space-main-branch',
  (organizationId) => sql`
    select n.id, n.id as expected, b.id as found
    from content_node as n
    left join branch as b
      on b.organization_id = n.organization_id and b.space_id = n.id and b.id = n.id
    where n.organization_id = ${organizationId} and n.kind = 'space'`,
)

const selectMergeRules = statement(
  'fsck.space-merge-rules',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('space')
      .select(['id', 'merge_rules'])
      .where('organization_id', '=', p.organizationId),
)

const areMergeRules = new Ajv({ strict: false }).compile(withoutIds(spaceMergeRules))

const mergeRules: OrganizationCheck = {
  kind: 'space-merge-rules',
  async run(db, organizationId) {
    const spaces = await db.many(selectMergeRules, { organizationId })
    const wrong = { organizationId, kind: 'space-merge-rules', expected: 'merge rules' }
    const problems = spaces
      .filter(({ merge_rules }) => !areMergeRules(merge_rules))
      .map(({ id, merge_rules }) =>
        problem({ ...wrong, id, found: JSON.stringify(merge_rules) }),
      )
    return { rows: spaces.length, problems }
  },
}

export const spaceChecks: readonly OrganizationCheck[] = [
  settings,
  counter,
  mainBranch,
  mergeRules,
]
