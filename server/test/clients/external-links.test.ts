import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { GitBookAPI as NewestClient } from '@gitbook/api-newest'
import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { type OperationId, operations } from '@lectern/contract/operations.ts'

import { type OfficialClient, officialClient } from '../official-client.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { newSite, newSpace, ok, tokenFor } from '../test-published.ts'

import { type ClientVersion, clientVersions } from './client-schemas.ts'
import { replyDifferences } from './reply-differences.ts'

const link = 'site-external-link'
const at = (id: string) => ({ type: 'site-section', id })
const agent = (version: string) => ({ 'user-agent': `@gitbook/api/${version}` })

/** The operations whose answers can have links in them, and are about something else. */
const answering = [
  'getSiteStructure',
  'sortSiteStructure',
  'listSiteSectionGroups',
  'addSectionGroupToSite',
  'updateSiteSectionGroupById',
  'addSectionToGroup',
  'moveSiteSectionGroup',
  'getPublishedContentSite',
] as const satisfies readonly OperationId[]

describe('external links in answers to the published clients', () => {
  let api: TestApi
  let path: string
  let url: string
  let site: string
  let group: string
  let sections: string[]
  let clients: Record<ClientVersion, Pick<OfficialClient, 'orgs'>>
  const admin = () => api.as('admin')

  before(async () => {
    api = await startTestApi()
    const space = await newSpace(api, 'Guide', { Start: 'Words.\n' })
    const published = await newSite(api, 'Docs', [space])
    ;({ site, url } = published)
    path = `/orgs/${api.organization}/sites/${site}`
    for (const title of ['Second', 'Third']) {
      const spaceId = await newSpace(api, title, { Start: 'Words.\n' })
      await ok(admin().post(`${path}/sections`, { spaceId, title }))
    }
    const listed = await ok(admin().get(`${path}/sections`))
    sections = listed.items.map(({ id }: { id: string }) => id)
    const made = await ok(admin().post(`${path}/section-groups`, { title: 'More' }))
    group = made.id
    const body = { title: 'Status', url: 'https://status.example/' }
    await ok(admin().post(`${path}/external-links`, body))
    await ok(admin().post(`${path}/external-links`, { ...body, parent: group }))
    const newest: unknown = new NewestClient({
      endpoint: api.url,
      authToken: api.tokens.admin,
    })
    clients = {
      '0.146.0': officialClient(api.url, api.tokens.admin),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- called alike by both
      '0.202.0': newest as OfficialClient,
    }
  })
  after(async () => api.stop())

  for (const version of clientVersions) {
    it(`are what the schemas of ${version} can read`, async () => {
      const { orgs } = clients[version]
      const org = api.organization
      const replies = replyDifferences(version)
      const calls = {
        getSiteStructure: await orgs.getSiteStructure(org, site),
        listSiteSectionGroups: await orgs.listSiteSectionGroups(org, site),
        getPublishedContentSite: await orgs.getPublishedContentSite(org, site),
        updateSiteSectionGroupById: await orgs.updateSiteSectionGroupById(
          org,
          site,
          group,
          { title: 'Around' },
        ),
      }
      for (const [id, reply] of Object.entries(calls)) {
        replies.judge(id, reply)
        assert.equal(
          JSON.stringify(reply.data).includes(link),
          version === '0.202.0',
          `${id} of ${version}`,
        )
      }
      assert.equal(replies.judged(), 4)
      assert.deepEqual([...replies.found], [])
    })
  }

  it('are left out for releases that do not know them, in every answer', async () => {
    const [, second = '', third = ''] = sections
    const item = { type: 'site-section-group', id: group }
    const position = { after: at(second) }
    const answers: Record<(typeof answering)[number], () => Promise<unknown>> = {
      getSiteStructure: async () => ok(older().get(`${path}/structure`)),
      sortSiteStructure: async () =>
        ok(older().patch(`${path}/structure/sort`, { item, position })),
      listSiteSectionGroups: async () => ok(older().get(`${path}/section-groups`)),
      addSectionGroupToSite: async () =>
        ok(older().post(`${path}/section-groups`, { title: 'New' })),
      updateSiteSectionGroupById: async () =>
        ok(older().patch(`${path}/section-groups/${group}`, { title: 'More' })),
      addSectionToGroup: async () =>
        ok(
          older().post(`${path}/section-groups/${group}/sections`, { sectionId: third }),
        ),
      moveSiteSectionGroup: async () =>
        ok(older().post(`${path}/section-groups/${group}/move`, {})),
      getPublishedContentSite: async () => ok(older().get(`${path}/published`)),
    }
    for (const [id, call] of Object.entries(answers)) {
      assert.ok(!JSON.stringify(await call()).includes(link), id)
    }
  })

  const shows = async (userAgent: string) => {
    const headers = { 'user-agent': userAgent }
    const reply = await admin().get(`${path}/structure`, headers)
    return JSON.stringify(reply.body).includes(link)
  }
  it('are left out by release, and for nobody else', async () => {
    for (const version of ['0.1.0', '0.146.0', '0.201.9']) {
      assert.equal(await shows(`@gitbook/api/${version}`), false, version)
    }
    for (const other of [
      '@gitbook/api/0.202.0',
      '@gitbook/api/0.1000.0',
      '@gitbook/api/1.0.0',
      '@gitbook/api/x',
      'curl/8 @gitbook/api/0.146.0',
    ]) {
      assert.equal(await shows(other), true, other)
    }
  })

  it('do not stand between what such a client sees side by side', async () => {
    const made = await ok(
      admin().post(`${path}/external-links`, {
        title: 'Between',
        url: 'https://status.example/',
      }),
    )
    const [first = '', second = ''] = sections
    const moved = { type: link, id: made.id }
    const sort = `${path}/structure/sort`
    await ok(admin().patch(sort, { item: moved, position: { after: at(first) } }))
    const position = { after: at(first), before: at(second) }
    const item = { type: 'site-section-group', id: group }
    assert.equal((await admin().patch(sort, { item, position })).status, 400)
    await ok(older().patch(sort, { item, position }))
  })

  it('are in the answer to a visitor who asks for them', async () => {
    const visitor = api.withToken(await tokenFor(api, url))
    const read = async (query: string, version: string) => {
      const reply = await visitor.get(`${path}/published${query}`, agent(version))
      assert.equal(reply.status, 200)
      return JSON.stringify(reply.body).includes(link)
    }
    for (const version of clientVersions) {
      assert.equal(await read('', version), false)
      assert.equal(await read('?externalLinks=false', version), false)
      assert.equal(await read('?externalLinks=true', version), true)
    }
    const replies = replyDifferences('0.146.0')
    const { status, body } = await visitor.get(`${path}/published`)
    replies.judge('getPublishedContentSite', { status, data: body })
    assert.equal(replies.judged(), 1)
    assert.deepEqual([...replies.found], [])
  })

  it('make an answer one for its client alone, as caches are told', async () => {
    for (const read of ['structure', 'section-groups', 'published']) {
      const { headers } = await admin().get(`${path}/${read}`)
      assert.match(
        headers.get('vary') ?? '',
        /^Authorization, Cookie, Origin, User-Agent\b/,
      )
    }
    const { headers } = await admin().get(path)
    assert.doesNotMatch(headers.get('vary') ?? '', /User-Agent/)
  })

  it('are in no answer of which the contract does not say so', () => {
    const about = ['addExternalLinkToSite', 'updateSiteExternalLinkById']
    const all: Readonly<Record<string, OperationDefinition>> = operations
    const found = Object.entries(all).filter(
      ([id, { reply }]) =>
        !about.includes(id) &&
        /"Site(?:ExternalLink|SectionGroup)"/.test(JSON.stringify(reply ?? {})),
    )
    assert.deepEqual(found.map(([id]) => id).toSorted(), answering.toSorted())
    for (const [id, { variesBy }] of found) assert.equal(variesBy, 'User-Agent', id)
  })

  /** Whoever uses the last release that does not know links. */
  function older() {
    const headers = agent('0.146.0')
    return {
      get: async (to: string) => admin().get(to, headers),
      post: async (to: string, body: object) => admin().send('POST', to, body, headers),
      patch: async (to: string, body: object) => admin().send('PATCH', to, body, headers),
    }
  }
})
