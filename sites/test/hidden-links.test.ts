import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type AdaptiveSite, publishAdaptiveSite } from './adaptive-site.ts'
import { startTestSites, type TestSites } from './test-sites.ts'

/** Shows what was written a moment before. */
const headers = { 'cache-control': 'no-cache' }

describe('links to a page that only some readers see', () => {
  let world: TestSites
  let site: AdaptiveSite
  let ids: readonly string[]
  before(async () => {
    world = await startTestSites()
    site = await publishAdaptiveSite(world)
    const condition = 'visitor.claims.plan == "pro"'
    const hidden = await site.space.edit(
      insert('Secret', 'Hidden.\n\n## Part\n', { condition, ref: 'secret' }),
      insert('Deeper', 'Hidden, too.\n', { into: 'secret' }),
    )
    ids = hidden.changes.map(({ page }: { readonly page: string }) => page)
    const [secret = '', deeper = ''] = ids
    const links = [
      'A [path](secret.md#part), an [id](lectern:page/' + deeper + ').',
      `{% content-ref url="lectern:page/${secret}" %}\n[card](lectern:page/${secret})\n{% endcontent-ref %}`,
      '',
    ]
    const target = { kind: 'page', page: secret }
    await site.space.edit(insert('Links', links.join('\n\n')), {
      operation: 'insert_link',
      title: 'In the tree',
      target,
    })
  })
  after(async () => world.stop())

  it('lead nowhere for all others, and nothing says which page it is', async () => {
    for (const path of ['links', 'links.md', 'more', 'llms.txt', 'llms-full.txt']) {
      const { status, body } = await world.read(`${site.base}${path}`, { headers })
      assert.equal(status, 200, path)
      for (const id of ids) assert.ok(!body.includes(id), `${id} at ${path}: ${body}`)
    }
    const { body } = await world.read(`${site.base}links`, { headers })
    assert.match(body, /path/)
    assert.doesNotMatch(body, /href="[^"]*(?:secret|deeper)/)
  })

  it('lead there for those who see it', async () => {
    const cookie = site.cookieOf({ plan: 'pro' })
    const { body } = await world.read(`${site.base}links`, {
      headers: { ...headers, cookie },
    })
    assert.ok(body.includes(`href="${site.base}secret#part"`), body)
    assert.ok(body.includes(`href="${site.base}secret/deeper"`), body)
  })
})

function insert(title: string, markdown: string, more = {}): object {
  return { operation: 'insert_page', title, document: { markdown }, ...more }
}
