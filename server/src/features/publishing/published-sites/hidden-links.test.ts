import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { signJwt } from '#/platform/secrets/jwt.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '#test/test-published.ts'

const adaptiveSchema = {
  type: 'object',
  properties: { plan: { type: 'string', enum: ['pro', 'free'] } },
  additionalProperties: false,
}

describe('links to pages, as visitors read them', () => {
  let api: TestApi
  let space: string
  let tokenOf: (plan?: string) => Promise<string>

  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    space = await newSpace(api, 'Manual', {})
    const scene = await newSite(api, 'Site', [space], { visibility: 'public' })
    const site = `/orgs/${api.organization}/sites/${scene.site}`
    await ok(admin.patch(site, { adaptiveContent: { enabled: true } }))
    await ok(admin.put(`${site}/adaptive-schema`, { jsonSchema: adaptiveSchema }))
    const { privateKey } = await ok(admin.get(`${site}/publishing/auth`))
    tokenOf = async (plan) => {
      if (plan === undefined) return tokenFor(api, scene.url)
      const exp = Math.floor(Date.now() / 1000) + 3600
      const jwtToken = signJwt(Buffer.from(privateKey), { exp, plan })
      return tokenFor(api, scene.url, { visitor: { jwtToken } })
    }
  })
  after(async () => api.stop())

  it('tell no id of a page that they do not see, however the link is written', async () => {
    const content = `/spaces/${space}/content`
    const admin = api.as('admin')
    const condition = 'visitor.claims.plan == "pro"'
    const { changes } = await ok(
      admin.post(content, {
        changes: [
          inserted('Far', 'Hidden', { condition, ref: 'far' }),
          inserted('Farther', 'Hidden', { into: 'far' }),
          inserted('Near', 'Seen'),
        ],
      }),
    )
    const [far, farther, near]: string[] = changes.map(({ page }: TestBody) => page)
    const text = [
      `[path](far.md) and [below](far/farther.md?a=b), ${written(far)}`,
      `{% content-ref url="lectern:page/${farther}" %}\n[below](lectern:page/${farther})\n{% endcontent-ref %}`,
      `<code class="expression">1 + 1</code> and [near](near.md)`,
      '',
    ].join('\n\n')
    const target = { kind: 'page', page: far }
    await ok(
      admin.post(content, {
        changes: [
          inserted('Pointing', text),
          inserted('Pointing on', written(far)),
          { operation: 'insert_link', title: 'To far', target },
          {
            operation: 'insert_link',
            title: 'To near',
            target: { ...target, page: near },
          },
        ],
      }),
    )
    const { pages: all } = await ok(admin.get(content))
    const known = pagesIn(all)
    const ofTitle = (title: string) => known.find((page) => page.title === title)
    const paths = [
      content,
      `${content}/pages`,
      `/spaces/${space}/documents/${ofTitle('Pointing')?.documentId}`,
      ...['Pointing', 'Pointing on', 'To far'].flatMap((title) => [
        `${content}/page/${ofTitle(title)?.id}`,
        `${content}/page/${ofTitle(title)?.id}?format=markdown`,
      ]),
      `${content}/path/pointing`,
    ]
    const { id: revision } = await ok(admin.get(content))
    const inRevision = `/spaces/${space}/revisions/${revision}`
    paths.push(
      inRevision,
      `${inRevision}/pages`,
      `${inRevision}/page/${ofTitle('Pointing')?.id}`,
      `${inRevision}/page/${ofTitle('Pointing')?.id}/document`,
      `${inRevision}/page/${ofTitle('To far')?.id}`,
    )
    const readAs = async (plan?: string): Promise<readonly [string, string][]> => {
      const visitor = api.withToken(await tokenOf(plan))
      const answers: [string, string][] = []
      for (const path of paths) {
        answers.push([path, JSON.stringify(await ok(visitor.get(path)))])
      }
      return answers
    }
    for (const plan of ['pro', undefined, 'free', 'pro']) {
      for (const [path, answer] of await readAs(plan)) {
        const isTold = [far, farther].some((id) => answer.includes(String(id)))
        assert.equal(isTold, plan === 'pro', `${plan} at ${path}: ${answer}`)
      }
    }
    const outsider = api.withToken(await tokenOf())
    const page = await ok(outsider.get(`${content}/path/pointing`))
    assert.match(JSON.stringify(page.document), new RegExp(`"page":"${near}"`))
    assert.match(page.markdown, /\[path\]\(far\.md\).*\[a\]\(\)/)
    const opened = { operation: 'update_page', page: far, condition: null }
    await ok(admin.post(content, { changes: [opened] }))
    for (const [path, answer] of await readAs()) {
      if (path.startsWith(inRevision)) continue
      assert.ok(answer.includes(String(far)), `${path} once it is open`)
    }
  })
})

function inserted(title: string, markdown: string, more = {}): object {
  return { operation: 'insert_page', title, document: { markdown }, ...more }
}

function written(page: string | undefined): string {
  return `[a](lectern:page/${page}), [b](lectern:anchor/part?page=${page})`
}

function pagesIn(pages: readonly TestBody[]): TestBody[] {
  return pages.flatMap((page) => [page, ...pagesIn(page.pages ?? [])])
}
