import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { recordUses } from '#/features/writing/pages/public.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { indexTestSpace } from '#test/search/test-index.ts'
import { importArchive, packFiles } from '#test/test-archives.ts'
import {
  newSite,
  newSpace,
  ok,
  type PublishedScene,
  tokenFor,
} from '#test/test-published.ts'
import { visitorReads } from '#test/visitor-reads.ts'

const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
const forPro = '{% if visitor.claims.plan == "pro" %}'

/** Pages with conditions that are written in one of the ways that hold for nobody. */
const names = [
  'broken',
  'list',
  'endless',
  ...Array.from({ length: 7 }, (_, index) => `form-${index}`),
]

/** What everybody sees says "open", what only some or nobody may see says "canary". */
const files = new Map<string, string | Buffer>([
  [
    'README.md',
    [
      '# Start',
      'An open-start with <code class="expression">space.vars.shown</code>.',
      '![open](.gitbook/assets/open-picture.gif)',
      '{% include ".gitbook/includes/open-words.md" %}',
      forPro,
      'A canary-block for some.',
      '![some](.gitbook/assets/canary-block-picture.gif)',
      '{% include ".gitbook/includes/canary-words.md" %}',
      '<code class="expression">space.vars.secret</code>',
      '{% endif %}',
      '',
    ].join('\n\n'),
  ],
  [
    'some.md',
    [
      '---\nif: visitor.claims.plan == "pro"\n---',
      '# Canary-page',
      'A canary-text.',
      '![some](.gitbook/assets/canary-page-picture.gif)',
      '{% include ".gitbook/includes/canary-page-words.md" %}',
      '',
    ].join('\n\n'),
  ],
  ['some/below.md', '# Canary-below\n\nA canary-below-text.\n'],
  ['nobody.md', '---\nif: nonsense(\n---\n\n# Canary-nobody\n\nA canary-nobody-text.\n'],
  [
    'broken.md',
    '---\nicon: a: b\nif: true\n---\n\n# Canary-nobody-broken\n\nA canary-nobody.\n',
  ],
  ['list.md', '---\nIf: [true]\n---\n\n# Canary-nobody-list\n\nA canary-nobody.\n'],
  ['endless.md', '---\nif: true\n\n# Canary-nobody-endless\n\nA canary-nobody.\n'],
  ...[
    '{% if true %}\n\nA canary-nobody.\n\n![](.gitbook/assets/canary-unused-picture.gif)\n',
    '{% if %}\n\nA canary-nobody.\n\n{% endif %}\n',
    '{% If visitor.claims.plan == 3 %}\n\nA canary-nobody.\n\n{% EndIf %}\n',
    '{% if visitor.claims.plan = 3 %}\n\nA canary-nobody.\n\n{% endif %}\n',
    '| a |\n| - |\n| {% if true %}A canary-nobody.{% endif %} |\n',
    '## {% if true %} A canary-nobody\n\nA canary-nobody.\n',
    '* {% if true %}\n\nA canary-nobody.\n\n{% endif %}\n',
  ].map((text, index): [string, string] => [
    `form-${index}.md`,
    `# Form ${index}\n\n${text}`,
  ]),
  ['aside.md', '---\nhidden: true\n---\n\n# Open-aside\n\nAn open-aside-text.\n'],
  [
    '.gitbook/includes/open-words.md',
    `Open-words.\n\n${forPro}\n\nCanary-inner.\n\n![](../assets/canary-inner.gif)\n\n{% endif %}\n`,
  ],
  [
    '.gitbook/includes/canary-words.md',
    'Canary-words. ![](../assets/canary-of-words.gif)\n',
  ],
  ['.gitbook/includes/canary-page-words.md', 'Canary-page-words.\n'],
  ['.gitbook/includes/canary-unused.md', 'Canary-unused-words.\n'],
  ['.gitbook/vars.yaml', 'shown: open-value\nsecret: canary-value\n'],
  [
    'SUMMARY.md',
    `# Table of contents\n\n* [Start](README.md)\n* [Some](some.md)\n  * [Below](some/below.md)\n* [Nobody](nobody.md)\n${names.map((name) => `* [x](${name}.md)\n`).join('')}* [Aside](aside.md)\n`,
  ],
  ...[
    'open-picture',
    'canary-block-picture',
    'canary-page-picture',
    'canary-inner',
    'canary-of-words',
    'canary-unused-picture',
  ].map((name): [string, Buffer] => [`.gitbook/assets/${name}.gif`, picture]),
])

const asked = {
  sources: ['leads-to-some', 'some', 'some-more', 'some/below', 'nobody'],
  words: ['canary', 'form', 'open', 'text', 'words', 'start', 'below', 'nobody'],
}

const adaptiveSchema = {
  type: 'object',
  properties: { plan: { type: 'string', enum: ['pro', 'free'] } },
  additionalProperties: false,
}

describe('the content that visitors see', () => {
  let api: TestApi
  let scene: PublishedScene
  let whole: TestBody
  /** Values for each parameter of a path. */
  let values: Record<string, readonly string[]>

  before(async () => {
    api = await startTestApi()
    const admin = api.as('admin')
    const space = await newSpace(api, 'Manual', {})
    await importArchive(api, space, await packFiles(files))
    scene = await newSite(api, 'Site', [space], { visibility: 'public' })
    const site = `/orgs/${api.organization}/sites/${scene.site}`
    await ok(admin.patch(site, { adaptiveContent: { enabled: true } }))
    await ok(admin.put(`${site}/adaptive-schema`, { jsonSchema: adaptiveSchema }))
    const content = `/spaces/${space}/content`
    const before_ = await ok(admin.get(content))
    const some = pagesIn(before_.pages).find(({ path }) => path === 'some')
    await ok(
      admin.post(content, {
        changes: [{ operation: 'update_page', page: some?.id, slug: 'some-more' }],
      }),
    )
    await ok(
      admin.post(`${site}/redirects`, {
        source: '/leads-to-some',
        destination: {
          kind: 'site-page',
          siteSpaceId: await siteSpaceOf(site),
          pageId: some?.id,
        },
      }),
    )
    whole = await ok(admin.get(content))
    await indexTestSpace(api, space)
    const pages = pagesIn(whole.pages)
    const reusables: TestBody[] = whole.reusableContents
    values = {
      organizationId: [api.organization],
      siteId: [scene.site],
      spaceId: [space],
      userId: [api.users.admin],
      changeRequestId: ['1'],
      revisionId: [whole.id, before_.id],
      pageId: pages.map(({ id }) => id),
      pagePath: pages.map(({ path }) => encodeURIComponent(path)),
      fileId: whole.files.map(({ id }: TestBody) => id),
      reusableContentId: reusables.map(({ id }) => id),
      specSlug: ['none'],
      versionId: ['none'],
      documentId: [
        ...pages.map(({ documentId }) => documentId),
        ...reusables.map(({ document }) => document),
      ].filter(Boolean),
    }
  })
  after(async () => api.stop())

  async function siteSpaceOf(site: string): Promise<string> {
    const { items } = await ok(api.as('admin').get(`${site}/site-spaces`))
    return items[0].id
  }

  async function tokenOf(plan?: string): Promise<string> {
    if (plan === undefined) return tokenFor(api, scene.url)
    const path = `/orgs/${api.organization}/sites/${scene.site}/publishing/auth`
    const { privateKey } = await ok(api.as('admin').get(path))
    const exp = Math.floor(Date.now() / 1000) + 3600
    const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ exp, plan })}`
    const signature = createHmac('sha256', privateKey).update(text).digest('base64url')
    return tokenFor(api, scene.url, { visitor: { jwtToken: `${text}.${signature}` } })
  }

  /** Everything that reads of a visitor answer, by what was asked. */
  async function everythingFor(token: string): Promise<Map<string, string>> {
    const visitor = api.withToken(token)
    const answers = new Map<string, string>()
    for (const { path, sent } of visitorReads(values, asked)) {
      const { body, status } = await (sent === undefined
        ? visitor.get(path)
        : visitor.post(path, sent))
      assert.ok(status === 200 || status === 404, `${path} answers ${status}`)
      answers.set(`${path} ${JSON.stringify(sent)}`, JSON.stringify(body))
    }
    return answers
  }

  it('is none of what only others see, whichever operation is asked for whichever id', async () => {
    for (const plan of [undefined, 'free']) {
      const answers = await everythingFor(await tokenOf(plan))
      const leaks = [...answers].filter(([, text]) => /canary/i.test(text))
      assert.deepEqual(leaks, [], plan ?? 'anonymous')
      const all = [...answers.values()].join('\n')
      for (const word of ['start', 'value', 'aside-text', 'words', 'picture']) {
        assert.match(all, new RegExp(`open-${word}`, 'i'), plan ?? 'anonymous')
      }
    }
  })

  it('is all of what they see, and nothing that nobody does', async () => {
    const all = [...(await everythingFor(await tokenOf('pro'))).values()].join('\n')
    for (const word of [
      'block',
      'block-picture',
      'words',
      'of-words',
      'inner',
      'page-picture',
      'page-words',
      'text',
      'below-text',
      'value',
    ]) {
      assert.match(all, new RegExp(`canary-${word}`, 'i'), word)
    }
    assert.doesNotMatch(all, /canary-(?:nobody|unused)/i)
  })

  it('has links to what they do not see as they were written, not where these lead now', async () => {
    const content = `/spaces/${scene.space}/content`
    const condition = 'visitor.claims.plan == "pro"'
    const links = '[one](one.md#part), [below](one/below.md) and [open](two.md)\n'
    const admin = api.as('admin')
    const { changes } = await ok(
      admin.post(content, {
        changes: [
          inserted('One', 'Hidden', { condition, ref: 'one' }),
          inserted('Below', 'Hidden', { into: 'one' }),
          inserted('Two', 'Seen'),
          inserted('Linking', links),
        ],
      }),
    )
    const renamed = (index: number, slug: string) => ({
      operation: 'update_page',
      page: changes[index].page,
      slug,
    })
    await ok(admin.post(content, { changes: [renamed(0, 'uno'), renamed(2, 'due')] }))
    const now = links.replaceAll('(one', '(uno').replace('two', 'due')
    for (const plan of ['pro', undefined, 'free', 'pro']) {
      const visitor = api.withToken(await tokenOf(plan))
      const { markdown } = await ok(visitor.get(`${content}/path/linking`))
      const seen = plan === 'pro' ? now : now.replaceAll('(uno', '(one')
      assert.equal(markdown, seen, plan)
    }
    const opened = { operation: 'update_page', page: changes[0].page, condition: null }
    await ok(admin.post(content, { changes: [opened] }))
    const visitor = api.withToken(await tokenOf())
    assert.equal((await ok(visitor.get(`${content}/path/linking`))).markdown, now)
  })

  it('is recorded for what an older release wrote, and closed until then', async () => {
    await api.rows(
      `update entry_version set uses = null, links = (
         select jsonb_agg(link - 'conditions') from jsonb_array_elements(links) as link)
       where space_id = $1 and jsonb_typeof(links) = 'array'`,
      [scene.space],
    )
    const visitor = api.withToken(await tokenOf())
    const target = `/spaces/${scene.space}/revisions/${whole.id}`
    assert.deepEqual((await ok(visitor.get(target))).files, [])
    await recordUses.run({}, api.services)
    const [{ left }] = await api.rows(
      `select count(*)::integer as left from entry_version
       where space_id = $1 and uses is null and kind = 'document' and to_number is null`,
      [scene.space],
    )
    assert.equal(left, 0)
    const { files: shown } = await ok(visitor.get(target))
    assert.deepEqual(
      shown.map(({ name }: TestBody) => name),
      ['open-picture.gif'],
    )
    const pro = await ok(api.withToken(await tokenOf('pro')).get(target))
    assert.equal(pro.files.length, 5)
  })

  it('is counted without what they do not see', async () => {
    const visitor = api.withToken(await tokenOf())
    const listed = await ok(visitor.get(`/spaces/${scene.space}/content/files`))
    assert.equal(listed.count, 1)
    assert.equal(listed.items.length, 1)
    const { variables, reusableContents } = await ok(
      visitor.get(`/spaces/${scene.space}/content`),
    )
    assert.equal(variables, undefined)
    assert.equal(reusableContents.length, 1)
  })

  it('follows the condition that a page gets, which must be one that can be read', async () => {
    const admin = api.as('admin')
    const content = `/spaces/${scene.space}/content`
    const document = { markdown: 'A late canary.' }
    const insert = (condition: string) =>
      admin.post(content, {
        changes: [{ operation: 'insert_page', title: 'Late', document, condition }],
      })
    for (const condition of ['visitor.', 'space.vars.shown == "x"', '1 +']) {
      const { status, body } = await insert(condition)
      assert.equal(status, 400, condition)
      assert.match(body.error.message, /condition that cannot be read.*at character \d/)
    }
    await ok(insert('visitor.claims.plan == "pro"'))
    const paths = async (plan?: string) => {
      const { pages } = await ok(api.withToken(await tokenOf(plan)).get(content))
      return pages.map(({ path }: TestBody) => path)
    }
    assert.ok(!(await paths()).includes('late'))
    assert.ok((await paths('pro')).includes('late'))
    const late = await api.withToken(await tokenOf()).get(`${content}/path/late`)
    assert.equal(late.status, 404)
  })

  it('ends with the page: its document is not read any longer than the revision', async () => {
    const admin = api.as('admin')
    const content = `/spaces/${scene.space}/content`
    const aside = pagesIn(whole.pages).find(({ path }) => path === 'aside')
    const target = `/spaces/${scene.space}/documents/${aside?.documentId}`
    const visitor = api.withToken(await tokenOf())
    await ok(visitor.get(target))
    await ok(
      admin.post(content, { changes: [{ operation: 'delete_page', page: aside?.id }] }),
    )
    assert.equal((await visitor.get(target)).status, 200, 'while a page is read')
    await api.rows(
      `update revision set created_at = ((created_at at time zone 'UTC') - interval '11 minutes') at time zone 'UTC'
       where space_id = $1`,
      [scene.space],
    )
    assert.equal((await visitor.get(target)).status, 404)
    assert.equal((await admin.get(target)).status, 200, 'members read old documents')
  })
})

function inserted(title: string, markdown: string, more = {}): object {
  return { operation: 'insert_page', title, document: { markdown }, ...more }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function pagesIn(pages: readonly TestBody[]): TestBody[] {
  return pages.flatMap((page) => [page, ...pagesIn(page.pages ?? [])])
}
