import { spaceMergeRules } from '@lectern/contract/merge-rules.ts'
import { Ajv } from 'ajv'
import { sql } from 'kysely'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { withoutIds } from '#/platform/http/schema-check.ts'
import { partnerCheck, rowCheck } from '#/platform/integrity/common-checks.ts'
import type { OrganizationCheck } from '#/platform/integrity/integrity-check.ts'

const isSpace = sql`own.kind = 'space'`

const settings = partnerCheck('space-settings', 'content_node.id', 'space.id', {
  where: isSpace,
})

const counter = partnerCheck(
  'space-counter',
  'content_node.id',
  'space_counter.space_id',
  { where: isSpace },
)

const mainBranch = partnerCheck('space-main-branch', 'content_node.id', 'branch.id', {
  within: { space_id: 'id' },
  where: isSpace,
})

const selectMergeRules = statement(
  'fsck.space-merge-rules',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('space')
      .select(['id', 'merge_rules'])
      .where('organization_id', '=', p.organizationId),
)

const areMergeRules = new Ajv({ strict: false }).compile(withoutIds(spaceMergeRules))

const mergeRules = rowCheck(
  'space-merge-rules',
  selectMergeRules,
  ({ id, merge_rules }) => {
    const expected = 'merge rules'
    const found = areMergeRules(merge_rules) ? expected : JSON.stringify(merge_rules)
    return { id, expected, found }
  },
)

export const spaceChecks: readonly OrganizationCheck[] = [
  settings,
  counter,
  mainBranch,
  mergeRules,
]
