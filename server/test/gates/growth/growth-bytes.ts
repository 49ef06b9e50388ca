import type { EditOutcome } from './growth-edits.ts'
import type { GrownWorld } from './growth-world.ts'

const beyondTextMax = 3 * 1024
const projectionRatioMax = 1.5

const contentTables = [
  'document',
  'entry_version',
  'entry',
  'revision',
  'branch',
  'alias',
]
const searchTables = [
  'search_section',
  'search_word',
  'search_sight',
  'search_sight_word',
  'search_vocabulary',
  'search_state',
]

/** How much the database keeps for a page besides its text. */
export async function measureBytes(
  { instance }: GrownWorld,
  say: (line: string) => void,
): Promise<EditOutcome> {
  const one = async (text: string, values: unknown[] = []) => {
    const { rows } = await instance.db.raw(`select (${text})::float8 as value`, values)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
    return (rows as { value: number }[])[0]?.value ?? 0
  }
  const pages = await one(`select count(*) from entry_version where kind = 'document'`)
  const documents = await one('select count(*) from document')
  const sampled = async (value: string) =>
    documents * (await one(`select avg(${value}) from document tablesample system (10)`))
  const written = await sampled('octet_length(markdown)')
  const text = await sampled('pg_column_size(markdown)')
  const projections = await sampled('coalesce(pg_column_size(projection), 0)')
  const perPage = (bytes: number) => Math.round(bytes / pages)
  const sizeOf = async (tables: readonly string[]) => {
    let total = 0
    for (const table of tables) {
      const bytes = await one('pg_total_relation_size($1::text::regclass)', [table])
      say(`  ${table}: ${perPage(bytes)} bytes per page`)
      total += bytes
    }
    return total
  }
  const content = await sizeOf(contentTables)
  const search = await sizeOf(searchTables)
  const beyond = perPage(content - written - projections)
  const ratio = projections / written
  say(
    `  a page has ${perPage(written)} bytes of text, stored in ${perPage(text)}; its document JSON ${perPage(projections)} (${ratio.toFixed(2)}× the text), its search index ${perPage(search)} (${(search / written).toFixed(2)}× the text)`,
  )
  return {
    figure: `${beyond} bytes per page beyond text and projections`,
    problems: [
      ...(beyond > beyondTextMax ? [`${beyond} bytes per page beyond its text`] : []),
      ...(ratio > projectionRatioMax
        ? [`projections are ${ratio.toFixed(2)}× the text`]
        : []),
    ],
  }
}
