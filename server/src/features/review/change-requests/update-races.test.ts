import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { documentIdOf } from '#/content-store/documents/public.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'

const first = 'First.\n\nSecond.\n\nThird.\n'
const edit = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

describe('an update while the main content changes', () => {
  let api: TestApi
  const clients: Client[] = []
  before(async () => {
    api = await startTestApi()
  })
  after(async () => {
    await Promise.all(clients.map(async (client) => client.end()))
    await api.stop()
  })

  const begun = async () => {
    const client = new Client({ connectionString: api.databaseUrl })
    await client.connect()
    clients.push(client)
    await client.query('begin')
    return client
  }

  /** Waits until some session waits for a lock of this kind. */
  const untilWaiting = async (kind: string) => {
    for (;;) {
      const rows = await api.rows(
        `select from pg_locks where not granted and locktype = $1 and pid in (
           select pid from pg_stat_activity where datname = current_database())`,
        [kind],
      )
      if (rows.length > 0) return
      await sleep(20)
    }
  }

  it('takes in one revision of it, and not half of the next', async () => {
    const space = await createTestSpace(api)
    const { spaceId } = space
    const { changes } = await space.edit({
      operation: 'insert_page',
      title: 'Page',
      document: { markdown: first },
    })
    const page: string = changes[0].page
    const request = await changeRequestIn(api, spaceId)
    await request.edit(edit(page, first.replace('Third.', 'Third, by the request.')))

    // The edit makes the plan outdated that the update has made before it gets the lock.
    const holder = await begun()
    await holder.query('select from branch where id = $1 for update', [request.view.id])
    const updating = request.update()
    await untilWaiting('transactionid')
    await space.edit(edit(page, first.replace('Second.', 'Second, by somebody.')))

    // The main branch moves on between the two reads of the new plan.
    const mover = await begun()
    await mover.query('lock table entry_version in access exclusive mode')
    await holder.query('rollback')
    await untilWaiting('relation')
    const markdown = first
      .replace('Second.', 'Second, by somebody.')
      .replace('First.', 'First, by somebody.')
    const moved = { spaceId, page, markdown, documentId: documentIdOf(markdown) }
    const head = await moveMain(mover, moved)
    await mover.query('commit')

    const { body } = await updating
    assert.equal(body.result, 'update')
    const [revision] = await api.rows(
      'select parents[2] as main, main_number from revision where id = $1',
      [body.revision],
    )
    assert.deepEqual(revision, { main: head.id, main_number: head.number })
    const wanted = markdown.replace('Third.', 'Third, by the request.')
    assert.equal(await request.textOf(page), wanted)
  })
})

/** Writes the same rows as an edit, in a transaction with a lock that no edit could wait for. */
async function moveMain(
  client: Client,
  {
    spaceId,
    page,
    markdown,
    documentId,
  }: Readonly<Record<'spaceId' | 'page' | 'markdown' | 'documentId', string>>,
) {
  await client.query(
    `insert into document (organization_id, space_id, id, markdown)
     select organization_id, space_id, $2, $3 from branch where id = $1`,
    [spaceId, documentId, markdown],
  )
  const { rows } = await client.query<{ id: string; number: number }>(
    `update branch set head_number = head_number + 1, head_revision_id = 'later'
     where id = $1 returning head_number as number, head_revision_id as id`,
    [spaceId],
  )
  const [head = { id: '', number: 0 }] = rows
  await client.query(
    `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
       changed, created_by)
     select organization_id, space_id, 'later', branch_id, $2, 'edits', array[id],
       array[$3], created_by
     from revision where branch_id = $1 and number = $2 - 1`,
    [spaceId, head.number, page],
  )
  await client.query(
    `update entry_version set to_number = $2
     where branch_id = $1 and entry_id = $3 and to_number is null`,
    [spaceId, head.number, page],
  )
  await client.query(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       kind, parent_id, position, slug, title, document_id, links, targets, created_at,
       updated_at)
     select organization_id, space_id, branch_id, entry_id, $2, kind, parent_id, position,
       slug, title, $4, links, targets, created_at, now()
     from entry_version where branch_id = $1 and entry_id = $3 and to_number = $2`,
    [spaceId, head.number, page, documentId],
  )
  return head
}
