import type { BenchContent } from './bench-content.ts'
import { benchSpaces, benchTeams, type BenchTarget } from './bench-data.ts'
import { loadHttp, type LoadResult, loadSql } from './bench-load.ts'
import { mergeCases } from './bench-merge-case.ts'
import { pageCases } from './bench-page-cases.ts'

export interface Measured extends LoadResult {
  readonly serverMs: number
  readonly postgresMs: number
}

export type Side = 'engine' | 'api' | 'nothing'

export interface BenchCase {
  readonly name: string
  readonly side: Side
  readonly load: (seconds: number) => Promise<LoadResult>
}

// The reference: what the least SQL for each call costs. Reviewed, and never adapted to our own.
const bareOrganization = `select o.organization_id, o.title, o.hostname, o.type, o.default_role,
  o.email_domains, o.sso, o.ai, o.invite_links, o.merge_rules, o.created_at, o.version,
  m.role, m.disabled
from organization o
join member m on m.organization_id = o.organization_id and m.user_id = :user
where o.organization_id = :org;`

const bareMembers = `select m.user_id, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at,
  m.teams, m.spaces, a.display_name, a.photo_url, a.email
from member m join account a on a.id = m.user_id
where m.organization_id = :org
order by m.joined_at desc, m.user_id desc limit 50;`

const bareRename = `\\set i random(1, ${benchTeams})
update team set title = 'Renamed', version = version + 1
where organization_id = :org and id = 'benchteam' || lpad((:i)::text, 11, '0')
returning id, title, members, spaces, created_at, version;`

const renameScript = `
local i = 0
request = function()
  i = i % ${benchTeams} + 1
  local id = string.format("benchteam%011d", i)
  return wrk.format("PATCH", wrk.path .. "/" .. id, nil, '{"title":"Renamed"}')
end`

const bareComment = `\\set i random(1, ${benchSpaces})
with counted as (
  update space_counter set comments = comments + 1, comments_total = comments_total + 1
  where organization_id = :org and space_id = 'benchspace' || lpad((:i)::text, 10, '0')
), told as (
  insert into event (organization_id, id, type, subject, payload)
  values (:org, left(md5(random()::text), 20), 'comment_posted', 'comment', '{}')
  returning id, organization_id, occurred_at, subject
), pending as (
  insert into event_pending (id, organization_id, occurred_at, subject)
  select id, organization_id, occurred_at, subject from told
), audited as (
  insert into audit_event
    (organization_id, id, action, actor_id, target_kind, target_id, request_id, details)
  values (:org, left(md5(random()::text), 20), 'comment_posted', :user, 'comment', 'id', 'id', '{}')
)
insert into comment (organization_id, space_id, branch_id, id, revision_id, body, posted_by)
values (:org, 'benchspace' || lpad((:i)::text, 10, '0'), 'benchspace' || lpad((:i)::text, 10, '0'),
  left(md5(random()::text), 20), 'first',
  'This is remark number one about it.', :user)
returning id, posted_at;`

const commentScript = `
local i = 0
request = function()
  i = i + 1
  local path = string.format("%s/benchspace%010d/comments", wrk.path, i % ${benchSpaces} + 1)
  local body = string.format('{"body":{"markdown":"This is remark number %d about it."}}', i)
  return wrk.format("POST", path, nil, body)
end`

interface Target extends BenchTarget {
  readonly content: BenchContent
  readonly url: string
  readonly nothingPort: number
}

type HttpOptions = Readonly<{ headers?: Record<string, string>; script?: string }>

function http(address: string, options: HttpOptions): BenchCase['load'] {
  return async (seconds) => loadHttp(address, { seconds, ...options })
}

/** Each of our calls next to the bare engine doing the same work, and a route that does nothing. */
export async function benchCases(target: Target): Promise<BenchCase[]> {
  const { url, nothingPort, organizationId, userId, token, cookie, databaseUrl } = target
  const organization = `${url}/v1/orgs/${organizationId}`
  const headers = { authorization: `Bearer ${token}` }
  const etag = (await fetch(organization, { headers })).headers.get('etag') ?? ''
  const variables = { org: organizationId, user: userId }
  const bare = (sql: string) => async (seconds: number) =>
    loadSql(databaseUrl, sql, { seconds, variables })

  return [
    {
      name: 'nothing',
      side: 'nothing',
      load: http(`http://127.0.0.1:${nothingPort}/`, {}),
    },
    { name: 'organization, bare', side: 'engine', load: bare(bareOrganization) },
    { name: 'organization', side: 'api', load: http(organization, { headers }) },
    {
      name: 'organization, in a browser',
      side: 'api',
      load: http(organization, { headers: { cookie } }),
    },
    {
      name: 'organization, 304',
      side: 'api',
      load: http(organization, { headers: { ...headers, 'if-none-match': etag } }),
    },
    { name: 'members, bare', side: 'engine', load: bare(bareMembers) },
    {
      name: 'members',
      side: 'api',
      load: http(`${organization}/members?limit=50`, { headers }),
    },
    { name: 'rename team, bare', side: 'engine', load: bare(bareRename) },
    {
      name: 'rename team',
      side: 'api',
      load: http(`${organization}/teams`, {
        headers: { ...headers, 'content-type': 'application/json' },
        script: renameScript,
      }),
    },
    { name: 'post comment, bare', side: 'engine', load: bare(bareComment) },
    {
      name: 'post comment',
      side: 'api',
      load: http(`${url}/v1/spaces`, {
        headers: { ...headers, 'content-type': 'application/json' },
        script: commentScript,
      }),
    },
    ...(await pageCases({ ...target, ...target.content })),
    ...(await mergeCases(target)),
  ]
}
