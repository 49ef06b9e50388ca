import { Client } from 'pg'

import type { Instance } from '../harness/instance.ts'

/** What one statement did, by its plan. */
export interface StatementRows {
  readonly text: string
  readonly written: number
  readonly read: number
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

interface Explained {
  readonly 'Query Text': string
  readonly Plan: PlanNode
}

/** Makes the database tell each connection what its statements did; for those that begin after this. */
export async function explainAll({ db, databaseUrl }: Instance): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const settings = [
    `session_preload_libraries = 'auto_explain'`,
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    // Checks of foreign keys read rows too.
    'auto_explain.log_nested_statements = on',
    `auto_explain.log_format = 'json'`,
    `client_min_messages = 'log'`,
    // Tables of a few rows are read as a whole, which is cheap there and tells nothing of large ones.
    'enable_seqscan = off',
  ]
  for (const setting of settings) {
    await db.raw(`alter database ${name} set ${setting}`)
  }
}

export async function explainNothing({ db, databaseUrl }: Instance): Promise<void> {
  await db.raw(`alter database ${new URL(databaseUrl).pathname.slice(1)} reset all`)
}

/** Hears what the database tells connections of this process; gives what it told since the last call. */
export function hearStatements(): () => readonly StatementRows[] {
  let heard: StatementRows[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with its own client below
  const connect: (...given: unknown[]) => unknown = Client.prototype.connect
  Object.assign(Client.prototype, {
    connect(this: Client, ...given: unknown[]): unknown {
      this.on('notice', ({ message = '' }) => {
        const start = message.indexOf('{')
        if (!message.startsWith('duration:') || start < 0) return
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the format of auto_explain
        const explained = JSON.parse(message.slice(start)) as Explained
        heard.push(rowsOfStatement(explained))
      })
      return connect.apply(this, given)
    },
  })
  return () => {
    const taken = heard
    heard = []
    return taken
  }
}

function rowsOfStatement({ 'Query Text': text, Plan: plan }: Explained): StatementRows {
  const nodes = allIn(plan)
  const read = nodes.filter(
    (node) => node['Node Type'].endsWith(' Scan') && isOfTable(node),
  )
  const modified = nodes.filter((node) => node['Node Type'] === 'ModifyTable')
  return {
    text: text.replaceAll(/\s+/g, ' ').trim(),
    read: sumOf(read),
    // What a change of a table is given, it writes.
    written: sumOf(modified.flatMap(({ Plans = [] }) => Plans.slice(0, 1))),
  }
}

function isOfTable(node: PlanNode): boolean {
  // The rows of a bitmap are counted where they are fetched.
  return node['Relation Name'] !== undefined && node['Node Type'] !== 'Bitmap Index Scan'
}

function allIn(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allIn)]
}

function sumOf(nodes: readonly PlanNode[]): number {
  return nodes.reduce((sum, node) => {
    const removed =
      (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    return sum + (node['Actual Rows'] + removed) * node['Actual Loops']
  }, 0)
}
