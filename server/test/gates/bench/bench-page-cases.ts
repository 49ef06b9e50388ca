import type { BenchContent } from './bench-content.ts'
import { loadHttp, loadSql } from './bench-load.ts'
import type { BenchCase } from './bench-cases.ts'

interface PageTarget extends BenchContent {
  readonly url: string
  readonly organizationId: string
  readonly token: string
  readonly databaseUrl: string
}

// The reference: head, entry and document by their keys; 200 rows by an index; the sections with
// either word, ranked, and the best twenty marked. Reviewed, and never adapted to our own.
const barePage = (ids: readonly string[]) => `\\set i random(1, ${ids.length})
select b.head_number, v.entry_id, v.from_number, v.kind, v.parent_id, v.position, v.slug, v.title,
  v.attributes, v.document_id, v.created_at, v.updated_at, d.markdown
from branch b
join entry_version v on v.organization_id = b.organization_id and v.space_id = b.space_id
  and v.branch_id = b.id and v.to_number is null
  and v.entry_id = ('{${ids.join(',')}}'::text[])[:i]
join document d on d.organization_id = v.organization_id and d.space_id = v.space_id
  and d.id = v.document_id
where b.organization_id = :org and b.space_id = :space and b.id = :space;`

const bareTree = `select v.entry_id, v.from_number, v.kind, v.parent_id, v.position, v.slug, v.title,
  v.attributes, v.document_id, v.created_at, v.updated_at
from entry_version v
where v.organization_id = :org and v.space_id = :space and v.branch_id = :space
  and v.to_number is null and v.kind in ('document', 'group', 'link', 'computed');`

function bareSearch({ spaceId, words }: BenchContent): string {
  const either = words.map((word) => `''${word}''`).join(' | ')
  return `select f.page_id, f.number, f.anchor, f.heading, f.rank,
  ts_headline('simple', f.body, '${either}'::tsquery)
from (
  select s.page_id, s.number, s.anchor, s.heading, s.body,
    ts_rank(s.words, '${either}'::tsquery) as rank
  from search_section s
  where s.organization_id = :org and s.words @@ '''@${spaceId}'' & (${either})'::tsquery
  order by rank desc limit 20
) as f;`
}

/** Reads of pages, of their tree, and searches, each next to the bare engine doing the same work. */
export async function pageCases(target: PageTarget): Promise<BenchCase[]> {
  const { url, organizationId, spaceId, pageIds, token, databaseUrl } = target
  const content = `${url}/v1/spaces/${spaceId}/content`
  const search = `${url}/v1/spaces/${spaceId}/search?query=${target.words.join('%20')}&limit=20`
  const headers = { authorization: `Bearer ${token}` }
  const variables = { org: organizationId, space: spaceId }
  const bare = (sql: string) => async (seconds: number) =>
    loadSql(databaseUrl, sql, { seconds, variables })
  const http = (address: string, script?: string) => async (seconds: number) =>
    loadHttp(address, { seconds, headers, ...(script !== undefined && { script }) })
  const etags = await Promise.all(
    pageIds.map(async (id) => {
      const reply = await fetch(`${content}/page/${id}?format=markdown`, { headers })
      await reply.text()
      return reply.headers.get('etag') ?? ''
    }),
  )
  return [
    { name: 'page, bare', side: 'engine', load: bare(barePage(pageIds)) },
    {
      name: 'page, markdown',
      side: 'api',
      load: http(content, eachPage(pageIds, 'markdown')),
    },
    {
      name: 'page, document',
      side: 'api',
      load: http(content, eachPage(pageIds, 'document')),
    },
    {
      name: 'page, 304',
      side: 'api',
      load: http(content, eachPage(pageIds, 'markdown', etags)),
    },
    { name: 'tree, bare', side: 'engine', load: bare(bareTree) },
    { name: 'tree', side: 'api', load: http(`${content}/pages`) },
    { name: 'search, bare', side: 'engine', load: bare(bareSearch(target)) },
    { name: 'search', side: 'api', load: http(search) },
  ]
}

/** One page after the other, so that no answer is the one before. */
export function eachPage(
  ids: readonly string[],
  format: 'markdown' | 'document',
  etags: readonly string[] = [],
): string {
  return `
local i = 0
local ids = { ${ids.map((id) => `"${id}"`).join(', ')} }
local etags = { ${etags.map((etag) => JSON.stringify(etag)).join(', ')} }
request = function()
  i = i % ${ids.length} + 1
  wrk.headers["if-none-match"] = etags[i]
  return wrk.format("GET", wrk.path .. "/page/" .. ids[i] .. "?format=${format}")
end`
}
