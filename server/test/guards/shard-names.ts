import { type Node, parseSync } from 'libpg-query'

import { withTables } from '#/platform/database/shards/shard-text.ts'

import type { Catalogue } from './query-scope.ts'
import { nodesIn, rangeVars } from './sql-tree.ts'

const suffix = '_102008'

/**
 * On a cluster reads are sent with the names of shards in place of their tables'. Finds where the
 * text that they are sent with is not what PostgreSQL's parser says it must be.
 */
export function judgeShardNames(
  text: string,
  { tenantTables }: Pick<Catalogue, 'tenantTables'>,
): string[] {
  const before = parsed(text)
  if (before === undefined || !('SelectStmt' in before) || writes(before)) return []
  const placed = withTables(text, (table) => `${table}${suffix}`)
  // What writes is left to the coordinator.
  if (placed === undefined) return []
  const after = parsed(placed)
  if (after === undefined) return ['with names of shards it cannot be parsed']
  const ctes = new Set(
    [...nodesIn(before)].flatMap((node) =>
      'CommonTableExpr' in node ? (node.CommonTableExpr.ctename ?? []) : [],
    ),
  )
  const hidden = [...ctes].filter((name) => tenantTables.has(name))
  if (hidden.length > 0) return [`a CTE has the name of a table: ${hidden.join(', ')}`]
  const expected = [...rangeVars(before)].map(({ relname = '', schemaname, alias }) =>
    schemaname !== undefined || ctes.has(relname)
      ? `${relname} ${alias?.aliasname ?? ''}`
      : `${relname}${suffix} ${alias?.aliasname ?? relname}`,
  )
  const found = [...rangeVars(after)].map(
    ({ relname = '', alias }) => `${relname} ${alias?.aliasname ?? ''}`,
  )
  return expected.join('\n') === found.join('\n')
    ? []
    : [
        `with names of shards it would read ${found.join(', ')}, not ${expected.join(', ')}`,
      ]
}

/** Whether a CTE of it writes: that runs in transactions only, which the coordinator has. */
function writes(query: Node): boolean {
  return [...nodesIn(query)].some(
    (node) => 'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node,
  )
}

function parsed(text: string): Node | undefined {
  const [first, ...more] = parseSync(text).stmts ?? []
  return more.length > 0 ? undefined : first?.stmt
}
