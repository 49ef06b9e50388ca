import type { TestBody } from '#test/test-api.ts'
import type { Instance } from '../harness/instance.ts'
import { rowsOf } from '../kill9/kill9-stored.ts'
import type { Scene } from './merge-edits.ts'
import type {
  StoredBranch,
  StoredContent,
  StoredCounts,
  StoredRequest,
  StoredRevision,
  StoredVersion,
} from './merge-history.ts'

/** A space with a page that has two paragraphs for each client, and pages that all of them write over. */
export async function createScene(
  { sample }: Instance,
  url: string,
  { paragraphs, pages }: { paragraphs: number; pages: number },
): Promise<Scene> {
  const token = sample.tokens.admin
  const send = async (target: string, body: object) => {
    const reply = await fetch(`${url}/v1${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer: TestBody = await reply.json()
    if (!reply.ok) throw new Error(`The scene was refused: ${JSON.stringify(answer)}`)
    return answer
  }
  const spaces = `/orgs/${sample.organization}/spaces`
  const { id: spaceId } = await send(spaces, { title: 'Shared', empty: true })
  const texts = Array.from({ length: paragraphs }, (_, n) => `Paragraph ${n} is free.`)
  const markdown = `${texts.join('\n\n')}\n`
  const { changes } = await send(`/spaces/${spaceId}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Shared', document: { markdown } },
      ...Array.from({ length: pages }, (_, n) => ({
        operation: 'insert_page',
        title: `Contested ${n}`,
      })),
    ],
  })
  const [shared, ...contested]: string[] = changes.map(
    ({ page }: { page: string }) => page,
  )
  return { spaceId, token, shared: shared ?? '', contested }
}

export async function readContent(
  instance: Instance,
  { spaceId }: Scene,
): Promise<StoredContent> {
  const branches = await rowsOf<StoredBranch>(
    instance,
    `select id, head_number as "headNumber", head_revision_id as "headRevision"
     from branch where space_id = $1`,
    [spaceId],
  )
  const revisions = await rowsOf<StoredRevision>(
    instance,
    `select id, branch_id as branch, number, type, main_number as "mainNumber", parents,
       changed
     from revision where space_id = $1 order by branch_id, number, id`,
    [spaceId],
  )
  const versions = await rowsOf<StoredVersion>(
    instance,
    `select v.branch_id as branch, v.entry_id as page, v.from_number as from,
       v.to_number as to, v.is_gone as "isGone", v.title, coalesce(d.markdown, '') as markdown
     from entry_version as v
     left join document as d on d.organization_id = v.organization_id
       and d.space_id = v.space_id and d.id = v.document_id
     where v.space_id = $1 order by v.branch_id, v.entry_id, v.from_number`,
    [spaceId],
  )
  const requests = await rowsOf<StoredRequest>(
    instance,
    `select id, number, status, subject, merged_revision_id as merged
     from change_request where space_id = $1 order by number`,
    [spaceId],
  )
  const [counts = { all: 0, open: 0, draft: 0 }] = await rowsOf<StoredCounts>(
    instance,
    `select change_requests as "all", change_requests_open as open,
       change_requests_draft as draft
     from space_counter where space_id = $1`,
    [spaceId],
  )
  return { spaceId, branches, revisions, versions, requests, counts }
}
