import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace } from '#test/test-edits.ts'

const writers = Array.from({ length: 16 }, (_, index) => index)

describe('writers at the same time', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('of different pages never refuse each other', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit(
      ...writers.map((each) => ({ operation: 'insert_page', title: `Page ${each}` })),
    )
    const pages: string[] = changes.map(({ page }: TestBody) => page)
    const replies = await Promise.all(
      pages.flatMap((page, index) =>
        [0, 1, 2].map(async (round) =>
          space.send([
            {
              operation: 'update_page',
              page,
              title: `Page ${index} again`,
              document: { markdown: `Round ${round} of ${index}\n` },
            },
          ]),
        ),
      ),
    )
    assert.deepEqual(
      replies.filter(({ status }) => status !== 200),
      [],
    )
    const numbers = await api.rows(
      'select number, parents, id from revision where space_id = $1 order by number',
      [space.spaceId],
    )
    for (const [index, { number, parents }] of numbers.entries()) {
      assert.equal(number, index + 1)
      assert.deepEqual(parents, index === 0 ? [] : [numbers[index - 1].id])
    }
  })

  it('may revert a page while its version before becomes another one', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit(
      ...writers.map((each) => ({ operation: 'insert_page', title: `Page ${each}` })),
    )
    const replies = await Promise.all(
      changes.flatMap(({ page }: TestBody) =>
        [0, 1].flatMap((round) => [
          space.send([
            {
              operation: 'update_page',
              page,
              document: { markdown: `Round ${round}\n` },
            },
          ]),
          space.send([{ operation: 'revert_page', page }]),
        ]),
      ),
    )
    const statuses = new Set(replies.map(({ status }) => status))
    assert.deepEqual(
      [...statuses].filter((status) => status !== 200 && status !== 400),
      [],
    )
  })

  it('of one page with a base never lose an edit', async () => {
    const space = await createTestSpace(api)
    const paragraphs = writers.map((each) => `Paragraph number ${each}.`)
    const { changes } = await space.edit({
      operation: 'insert_page',
      title: 'Shared',
      document: { markdown: `${paragraphs.join('\n\n')}\n` },
    })
    const [{ page, documentId: base }] = changes
    const replies = await Promise.all(
      writers.map(async (each) => {
        const edited = paragraphs.with(
          each,
          `Paragraph number ${each}, written by ${each}.`,
        )
        const document = { markdown: `${edited.join('\n\n')}\n` }
        return space.send([{ operation: 'update_page', page, document, base }])
      }),
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      writers.map(() => 200),
    )
    const { markdown } = await space.page(page)
    for (const each of writers) {
      assert.ok(markdown.includes(`, written by ${each}.`), markdown)
    }
  })

  it('of one block: one is written, the others hear of both sides', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit({
      operation: 'insert_page',
      title: 'Shared',
      document: { markdown: 'Only one.\n' },
    })
    const [{ page, documentId: base }] = changes
    const replies = await Promise.all(
      writers.map(async (each) =>
        space.send([
          {
            operation: 'update_page',
            page,
            document: { markdown: `By ${each}.\n` },
            base,
          },
        ]),
      ),
    )
    const written = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    assert.deepEqual([written.length, refused.length], [1, writers.length - 1])
    const { markdown } = await space.page(page)
    for (const { body } of refused) {
      const [{ theirs }] = body.error.conflicts
      assert.equal(`${theirs}\n`, markdown)
    }
  })

  it('who insert pages with one title each get a slug of their own', async () => {
    const space = await createTestSpace(api)
    const replies = await Promise.all(
      writers.map(async () => space.send([{ operation: 'insert_page', title: 'Same' }])),
    )
    assert.ok(replies.every(({ status }) => status === 200))
    const rows = await api.rows(
      'select slug, position from entry_version where space_id = $1 and to_number is null',
      [space.spaceId],
    )
    assert.equal(new Set(rows.map(({ slug }) => slug)).size, writers.length)
    assert.equal(new Set(rows.map(({ position }) => position)).size, writers.length)
  })
})

describe('a one-page edit', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('writes five rows of content and five of bookkeeping, whatever the size of the space', async () => {
    for (const size of [1, 40]) {
      const space = await createTestSpace(api)
      const { changes } = await space.edit(
        ...Array.from({ length: size }, (_, index) => ({
          operation: 'insert_page',
          title: `Page ${index}`,
        })),
      )
      const { revision } = await space.edit({
        operation: 'update_page',
        page: changes[0].page,
        document: { markdown: `Edited in a space of ${size}.\n` },
      })
      assert.deepEqual(await rowsWrittenWith(api, revision), {
        branch: 1,
        document: 1,
        entry_version: 2,
        revision: 1,
        audit_event: 1,
        change_note: 1,
        event: 1,
        event_pending: 1,
        job: 1,
      })
    }
  })
})

/** The rows, by table, that the transaction of a revision inserted or updated. */
async function rowsWrittenWith(
  api: TestApi,
  revision: string,
): Promise<Record<string, number>> {
  const [{ xid }] = await api.rows(
    'select xmin::text as xid from revision where id = $1',
    [revision],
  )
  // On a cluster each node has a number of its own for the transaction; this is the coordinator's.
  const [{ local }] = await api.rows(
    'select xmin::text as local from event_pending order by id desc limit 1',
  )
  const tables = await api.rows(
    `select c.oid::regclass::text as name,
       coalesce(p.inhparent::regclass::text, c.oid::regclass::text) as of,
       c.relnamespace = 'pgboss'::regnamespace
         or coalesce(obj_description(c.oid, 'pg_class') like 'local:%', false) as "isLocal"
     from pg_class as c left join pg_inherits as p on p.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'pgboss')`,
  )
  const counts: Record<string, number> = {}
  for (const { name, of, isLocal } of tables) {
    const [{ count }] = await api.rows(
      `select count(*)::integer as count from ${name} where xmin::text = $1`,
      [isLocal ? local : xid],
    )
    const table = of.replace(/^.*[.]/, '')
    if (count > 0) counts[table] = (counts[table] ?? 0) + count
  }
  return counts
}
