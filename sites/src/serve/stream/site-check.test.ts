import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { ChangedSite } from './follow-changes.ts'
import { SiteCheck } from './site-check.ts'

const of = { organizationId: 'org', siteId: 'site' }

describe('asking what a site is now', () => {
  let server: Server
  let check: SiteCheck
  let asked: string[] = []
  let open: ServerResponse[] = []
  let heard: (ChangedSite | string)[] = []

  before(async () => {
    server = createServer((request, reply) => {
      asked.push(`${request.headers.authorization} ${request.url}`)
      open.push(reply)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    asked = []
    open = []
    heard = []
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo
    check = new SiteCheck({
      url: `http://127.0.0.1:${port}`,
      rendererSecret: 'secret',
      listener: {
        onSite: (change) => heard.push(change),
        onGone: (siteId) => heard.push(siteId),
      },
    })
  })

  async function answer(body: object, status = 200): Promise<void> {
    while (open.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    open.shift()?.writeHead(status).end(JSON.stringify(body))
  }
  it('is shared by those who come while it is under way, but begun after they came', async () => {
    const first = check.confirm(of)
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const late = Array.from({ length: 20 }, async () => check.confirm(of))
    await answer(now('one'))
    await first
    assert.equal(heard.length, 1)
    await answer(now('two'))
    await Promise.all(late)
    assert.deepEqual(asked, Array(2).fill('Bearer secret /~render/orgs/org/sites/site'))
    assert.deepEqual(
      heard.map((each) => typeof each === 'object' && each.spaces['space']),
      ['one', 'two'],
    )
  })

  it('tells that a site is gone', async () => {
    const asking = check.confirm(of)
    await answer({ name: 'gone', data: { organization: 'org', site: 'site' } })
    await asking
    assert.deepEqual(heard, ['site'])
  })

  it('is refused when nobody can say it, and asked anew by the next', async () => {
    const asking = check.confirm(of)
    const waiting = new Promise((resolve) => setTimeout(resolve, 1)).then(async () =>
      check.confirm(of),
    )
    const failed = assert.rejects(asking, /503/)
    await answer({}, 503)
    await failed
    await answer(now('one'))
    await waiting
    // The server leaves this third check without an answer.
    await assert.rejects(check.confirm(of))
    assert.equal(heard.length, 1)
  })
})

function now(head: string) {
  return {
    name: 'site',
    data: { organization: 'org', site: 'site', epoch: 1, spaces: { space: head } },
  }
}
