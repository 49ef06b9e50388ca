import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { partsSentAlone } from '../server/src/platform/database/migrate.ts'
import { judgeForCluster } from '../server/test/guards/cluster-law.ts'
import { readCatalogue } from '../server/test/guards/database-catalogue.ts'
import type { ClusterCatalogue } from '../server/test/guards/query-scope.ts'
import { judgeShardNames } from '../server/test/guards/shard-names.ts'
import { judgeStatement } from '../server/test/guards/tenant-law.ts'

const migrations = new URL('../server/migrations/', import.meta.url)

export interface Judgement {
  readonly statements: number
  readonly onTenantTables: number
  /** What tests asked by themselves; the law of the cluster holds for these too. */
  readonly questions: number
  readonly broken: readonly {
    readonly statement: string
    readonly why: readonly string[]
  }[]
}

/** Judges every statement recorded in the folder by the laws of tenancy and of the cluster. */
export async function judgeRecorded(
  folder: string,
  catalogue: ClusterCatalogue,
): Promise<Judgement> {
  const isMigration = await migrationFilter()
  const ofTests = new Set(await recorded(folder, '.excused'))
  const statements = (await recorded(folder, '.jsonl')).filter(
    (text) => !isMigration(text) && !ofTests.has(text),
  )
  const judged = statements.map((statement) => {
    const { touchesTenants, problems } = judgeSafely(statement, catalogue)
    return { statement, touchesTenants, why: problems }
  })
  const asked = (await recorded(folder, '.questions'))
    .filter((text) => !isMigration(text))
    .map((statement) => ({ statement, why: judgeQuestion(statement, catalogue) }))
  return {
    statements: judged.length,
    onTenantTables: judged.filter(({ touchesTenants }) => touchesTenants).length,
    questions: asked.length,
    broken: [...judged, ...asked]
      .filter(({ why }) => why.length > 0)
      .map(({ statement, why }) => ({ statement, why })),
  }
}

export function describeJudgement(judgement: Judgement): string {
  const { statements, onTenantTables, questions, broken } = judgement
  return [
    ...broken.map(
      ({ statement, why }) =>
        `A statement breaks the law:\n  ${statement.trim()}\n${why.map((line) => `  - ${line}\n`).join('')}`,
    ),
    `${statements} different statements were sent, ${onTenantTables} of them on tenant tables, and ${questions} by tests themselves; ${broken.length} of them break the law.\n`,
  ].join('\n')
}

async function recorded(folder: string, ending: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
  const texts = await Promise.all(
    names.map(async (name) => readFile(path.join(folder, name), 'utf8')),
  )
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  return [...new Set(lines.map((line) => String(JSON.parse(line))))]
}

/** Leaves out migrations, which change all organizations at once. */
async function migrationFilter(): Promise<(text: string) => boolean> {
  const names = (await readdir(migrations)).filter((name) => /^\d{4}-.*\.sql$/.test(name))
  const files = await Promise.all(
    names.map(async (name) => readFile(new URL(name, migrations), 'utf8')),
  )
  const sentAlone = new Set(files.flatMap(partsSentAlone))
  return (text) => sentAlone.has(text) || files.some((file) => text.includes(file.trim()))
}

function judgeSafely(statement: string, catalogue: ClusterCatalogue) {
  try {
    const { touchesTenants, problems } = judgeStatement(statement, catalogue)
    const others = judgeForCluster(statement, catalogue)
    const placed = judgeShardNames(statement, catalogue)
    return { touchesTenants, problems: [...problems, ...others, ...placed] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { touchesTenants: true, problems: [`it cannot be parsed: ${reason}`] }
  }
}

/**
 * What a test asks may look at all organizations and make rows at any time, but a cluster must be
 * able to answer it.
 */
function judgeQuestion(
  statement: string,
  catalogue: ClusterCatalogue,
): readonly string[] {
  try {
    return judgeForCluster(statement, catalogue, { looksAtDefaults: false })
  } catch {
    // Some tests send what no database would take.
    return []
  }
}

if (import.meta.main) {
  const [folder, databaseUrl] = process.argv.slice(2)
  if (folder === undefined || databaseUrl === undefined) {
    process.stderr.write(
      'Usage: node tools/judge-statements.ts <folder with recorded statements> <url of a migrated database>\n',
    )
    process.exitCode = 2
  } else {
    const judgement = await judgeRecorded(folder, await readCatalogue(databaseUrl))
    process.stdout.write(describeJudgement(judgement))
    process.exitCode = judgement.broken.length > 0 ? 1 : 0
  }
}
