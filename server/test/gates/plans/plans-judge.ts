/** The part of a plan, as PostgreSQL explains it in JSON, that is judged. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

export interface Judged {
  /** Large tables that are read from end to end, of which most is not asked for. */
  readonly scanned: readonly string[]
  readonly read: number
  readonly returned: number
  /** The index or table that most of it was read from, how much, and in how many goes. */
  readonly most: { readonly from: string; readonly read: number; readonly loops: number }
}

/** Rows read for each row returned. */
const readPerReturnedMax = 10
/** What returns or changes a fifth of a table and more may read it from end to end. */
const scannedPerReturnedMax = 5
/** To find out who asks, and that there is nothing. */
const readBesideMax = 20

export function isWasteful({ read, returned }: Judged): boolean {
  return read > readPerReturnedMax * returned + readBesideMax
}

/** What one run of a statement read from tables, and what came of it. */
export function judgePlan(plan: PlanNode, isLarge: (table: string) => boolean): Judged {
  const scans: { table: string; rows: number }[] = []
  let read = 0
  let most = { from: '', read: 0, loops: 0 }
  const visit = (node: PlanNode) => {
    const table = node['Relation Name']
    const loops = node['Actual Loops'] ?? 0
    // Of a small table it does not matter how it is read.
    if (table !== undefined && isLarge(table) && node['Node Type'].endsWith('Scan')) {
      const here = loops * rowsSeen(node)
      read += here
      if (here > most.read) {
        most = { from: node['Index Name'] ?? table, read: here, loops }
      }
      if (node['Node Type'] === 'Seq Scan' && loops > 0) scans.push({ table, rows: here })
    }
    for (const child of node.Plans ?? []) visit(child)
  }
  visit(plan)
  const returned = rowsReturned(plan)
  const scanned = scans.filter(({ rows }) => rows > scannedPerReturnedMax * returned)
  const tables = new Set(scanned.map(({ table }) => table))
  return { scanned: [...tables], read, returned, most }
}

function rowsSeen(node: PlanNode): number {
  return (
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  )
}

/** A change returns what it changes, also where that is a part of a larger statement. */
function rowsReturned(plan: PlanNode): number {
  let changed = 0
  const visit = (node: PlanNode) => {
    if (node['Node Type'] === 'ModifyTable') {
      for (const child of node.Plans ?? []) {
        changed += (child['Actual Rows'] ?? 0) * (child['Actual Loops'] ?? 0)
      }
    }
    for (const child of node.Plans ?? []) visit(child)
  }
  visit(plan)
  return Math.max(changed, (plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 1))
}
