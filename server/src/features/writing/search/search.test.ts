import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { newId } from '#/platform/ids/new-id.ts'
import { lockForReads, lockTable } from '#test/database/test-table-lock.ts'
import type { SampleName } from '#test/sample.ts'
import { createTestSpace, indexTestSpace, writePages } from '#test/search/test-index.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

const queues = `Messages wait in a queue.

## Retries

A message that fails is tried again with an exponential backoff.

| option | meaning |
| --- | --- |
| \`scheduler.cap\` | the longest pause |

## Dead letters

What fails too often is kept apart, see \`maxRetryCount\`.
`

/** The pages of an answer, and whether it says that there may be more. */
const told = ({ status, body }: { status: number; body: TestBody }) => [
  status,
  body.items.map(({ id }: TestBody) => id),
  body.countIsLowerBound,
  body.partial,
]

describe('search', () => {
  let api: TestApi
  let manual: string
  let secret: string
  before(async () => {
    api = await startTestApi()
    manual = await createTestSpace(api, 'Manual')
    secret = await createTestSpace(api, 'Secret')
    await api.rows(`update content_node set base_level = 'guest' where id = $1`, [secret])
    await writePages(api, manual, [
      { id: 'operations', title: 'Operations', kind: 'group' },
      { id: 'queues', title: 'Queues', markdown: queues, parentId: 'operations' },
      {
        id: 'backups',
        title: 'Backups and retries',
        markdown:
          'Café menus are saved every night.\n\n## Restoring\n\nUse the command `restore --dry-run`.',
        attributes: { description: 'How to keep a copy' },
      },
      {
        id: 'flow',
        title: 'Flow',
        markdown: 'How it goes.\n\n```mermaid\ngraph LR\n  Billing --> Ledger\n```\n',
      },
      { id: 'hidden', title: 'Zeppelin', markdown: '', attributes: { hidden: true } },
      { id: 'unlisted', title: 'Zebra', markdown: '', attributes: { noIndex: true } },
      { id: 'domain', title: '自定义域名', markdown: '如何将文档发布到您自己的域名。' },
      { id: 'server', title: 'サーバーの設定', markdown: '日本語のドキュメント' },
    ])
    await writePages(api, secret, [
      {
        id: 'plan',
        title: 'Merger plan',
        markdown: 'The codename is Zanzibar. Backoff.',
      },
    ])
    await indexTestSpace(api, manual)
    await indexTestSpace(api, secret)
  })
  after(async () => api.stop())

  async function find(
    query: string,
    { space = manual, as = 'read' }: { space?: string; as?: SampleName } = {},
  ): Promise<string[]> {
    const { body } = await api
      .as(as)
      .get(`/spaces/${space}/search?query=${encodeURIComponent(query)}`)
    return body.items.map(({ id }: TestBody) => id)
  }

  it('tells places, and scores that follow from them alone', async () => {
    const path = `/spaces/${manual}/search?query=retries`
    const { items, next } = (await api.as('read').get(`${path}&limit=1`)).body
    const rest = await api.as('read').get(`${path}&limit=1&page=${next.page}`)
    const found = [...items, ...rest.body.items]
    assert.deepEqual(
      found.map(({ id, rank, score }: TestBody) => [id, rank, score]),
      [
        ['backups', 1, 1],
        ['queues', 2, 0.5],
      ],
    )
  })

  it('answers pages with where they stand and the sections that match', async () => {
    const { status, body } = await api
      .as('read')
      .get(`/spaces/${manual}/search?query=exponential%20backoff`)
    assert.equal(status, 200)
    const app = `http://lectern.test/s/${manual}`
    assert.deepEqual(body, {
      items: [
        {
          id: 'queues',
          title: 'Queues',
          description: '',
          path: 'operations/queues',
          score: 1,
          rank: 1,
          sections: [
            {
              id: 'retries',
              title: 'Retries',
              path: 'operations/queues#retries',
              score: 1,
              body: 'A message that fails is tried again with an exponential backoff. option | meaning scheduler.cap | the longest pause',
              urls: { app: `${app}/operations/queues#retries` },
            },
          ],
          ancestors: [{ title: 'Operations' }],
          urls: { app: `${app}/operations/queues` },
        },
      ],
      count: 1,
    })
  })

  it('puts titles before headings before text, and words before what is like them', async () => {
    assert.deepEqual(await find('retries'), ['backups', 'queues'])
    assert.deepEqual(await find('queue'), ['queues'])
    assert.deepEqual(await find('copy'), ['backups'])
  })

  it('finds words without their accents, mistyped or unfinished', async () => {
    assert.deepEqual(await find('cafe menus'), ['backups'])
    assert.deepEqual(await find('CAFÉ'), ['backups'])
    assert.deepEqual(await find('expnoential backoff'), ['queues'])
    assert.deepEqual(await find('exponental'), ['queues'])
    assert.deepEqual(await find('expon'), ['queues'])
    assert.deepEqual(await find('restored'), ['backups'])
  })

  it('finds words of tables and code, whole and in parts', async () => {
    assert.deepEqual(await find('scheduler.cap'), ['queues'])
    assert.deepEqual(await find('maxRetryCount'), ['queues'])
    assert.deepEqual(await find('maxretrycount'), ['queues'])
    assert.deepEqual(await find('--dry-run'), ['backups'])
  })

  it('finds the words of diagrams, and shows none of their source', async () => {
    const { body } = await api.as('read').get(`/spaces/${manual}/search?query=ledger`)
    assert.deepEqual(
      body.items.map(({ id, sections: [section] }: TestBody) => [id, section.body]),
      [['flow', 'How it goes.']],
    )
  })

  it('finds words in quotes only where they stand together', async () => {
    assert.deepEqual(await find('"exponential backoff"'), ['queues'])
    assert.deepEqual(await find('"backoff exponential"'), [])
  })

  it('finds scripts that write no spaces', async () => {
    assert.deepEqual(await find('域名'), ['domain'])
    assert.deepEqual(await find('发布文档'), ['domain'])
    assert.deepEqual(await find('設定'), ['server'])
    assert.deepEqual(await find('ｻｰﾊﾞｰ'), ['server'])
  })

  it('finds hidden pages, and neither those with noIndex nor groups', async () => {
    assert.deepEqual(await find('zeppelin'), ['hidden'])
    assert.deepEqual(await find('zebra'), [])
    assert.deepEqual(await find('operations'), [])
  })

  it('answers nothing for what is no word', async () => {
    const { status, body } = await api
      .as('read')
      .get(`/spaces/${manual}/search?query=!!!`)
    assert.equal(status, 200)
    assert.deepEqual(body, { items: [], count: 0 })
  })

  it('refuses a query that is empty, blank, missing or too long', async () => {
    for (const target of [`/spaces/${manual}`, `/orgs/${api.organization}`]) {
      for (const query of ['?query=', '?query=%20%20', '', `?query=${'x'.repeat(513)}`]) {
        const { status } = await api.as('read').get(`${target}/search${query}`)
        assert.equal(status, 400, query)
      }
      const longest = await api
        .as('read')
        .get(`${target}/search?query=${'x'.repeat(512)}`)
      assert.equal(longest.status, 200)
    }
  })

  it('answers page by page without gaps, and only a count for a limit of 0', async () => {
    const space = await createTestSpace(api, 'Many')
    const ids = Array.from({ length: 7 }, (_, n) => `p${n}`)
    await writePages(
      api,
      space,
      ids.map((id) => ({ id, title: `Common ${id}`, markdown: 'shared words' })),
    )
    await indexTestSpace(api, space)
    const seen: string[] = []
    let page = ''
    for (;;) {
      const { body } = await api
        .as('read')
        .get(`/spaces/${space}/search?query=shared&limit=3${page}`)
      assert.equal(body.count, 7)
      seen.push(...body.items.map(({ id }: TestBody) => id))
      if (body.next === undefined) break
      page = `&page=${body.next.page}`
    }
    assert.deepEqual(seen.toSorted(), ids)
    const { body } = await api
      .as('read')
      .get(`/spaces/${space}/search?query=shared&limit=0`)
    assert.deepEqual(body.items, [])
    assert.equal(body.count, 7)
  })

  it('answers with what was found in time, and says that it is not all', async () => {
    const ask = async () =>
      api.as('read').get(`/spaces/${manual}/search?query=exponential%20backoff`)
    // Time for words like those of the query is over first, and those as written are looked for.
    const asWritten = await lockForReads(1, api.databaseUrl, 'search_vocabulary', ask)
    assert.deepEqual(told(asWritten), [200, ['queues'], true, true])
    // Then no word is, but who asks is known still.
    const unread = await lockForReads(2, api.databaseUrl, 'search_vocabulary', ask)
    assert.deepEqual(told(unread), [200, ['queues'], true, true])
    const unlock = await lockTable(api.databaseUrl, 'search_section')
    try {
      assert.deepEqual(told(await ask()), [200, [], true, true])
    } finally {
      await unlock()
    }
    assert.deepEqual(told(await ask()), [200, ['queues'], undefined, undefined])
  })

  it('hides a space from those who may not see it, as if it did not exist', async () => {
    const missing = newId()
    for (const who of ['outsider', 'guest', 'read'] as const) {
      const hidden = await api.as(who).get(`/spaces/${secret}/search?query=plan`)
      const absent = await api.as(who).get(`/spaces/${missing}/search?query=plan`)
      assert.equal(hidden.status, 404)
      assert.equal(
        hidden.body.error.message.replace(secret, missing),
        absent.body.error.message,
      )
    }
    assert.deepEqual(await find('merger', { space: secret, as: 'admin' }), ['plan'])
    const anonymous = await api.anonymous().get(`/spaces/${manual}/search?query=plan`)
    assert.equal(anonymous.status, 401)
  })
})
