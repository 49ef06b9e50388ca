import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { Stopped } from '#/platform/jobs/job.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { newSite, newSpace, tokenFor } from '#test/test-published.ts'

import { processSpec, refreshSpecs } from './process-spec.ts'

type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void)

const spec = (title: string, rest = '') =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n${rest}`

const redirect = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end()
}

const linked = (files: readonly string[]) =>
  spec(
    'Linked',
    `components:\n  schemas:\n${files
      .map((file, index) => `    S${index}: { $ref: "${file}" }\n`)
      .join('')}`,
  )

describe('OpenAPI specifications at a URL', () => {
  let api: TestApi
  let server: Server
  let origin: string
  let asked: { path: string; headers: IncomingMessage['headers'] }[]
  let answers: Map<string, Answer>
  let slugs = 0
  before(async () => {
    api = await startTestApi({
      EGRESS_ALLOWED_NETWORKS: '127.0.0.1/32',
      OPENAPI_BYTES_MAX: '100000',
    })
    server = createServer((request, response) => {
      const path = request.url ?? '/'
      asked.push({ path, headers: request.headers })
      const answer = answers.get(path)
      if (typeof answer === 'function') answer(response, request)
      else if (answer === undefined) response.writeHead(404).end('none')
      else response.end(answer)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await api.stop()
  })
  beforeEach(() => {
    asked = []
    answers = new Map()
  })

  const specs = () => `/orgs/${api.organization}/openapi`
  const read = async (slug: string): Promise<TestBody> =>
    (await api.as('admin').get(`${specs()}/${slug}`)).body
  const process = async (specId: string) =>
    processSpec.run({ organizationId: api.organization, specId }, api.services)
  const make = async (url: string): Promise<TestBody> => {
    slugs += 1
    const slug = `fetched-${slugs}`
    const made = await api.as('admin').put(`${specs()}/${slug}`, { source: { url } })
    assert.equal(made.status, 201)
    await process(made.body.id)
    return read(slug)
  }
  const files = async (slug: string): Promise<TestBody> => {
    const path = `${specs()}/${slug}/versions/latest/content`
    return (await api.as('admin').get(path)).body.filesystem
  }
  const failure = async (url: string): Promise<[string, string]> => {
    const { lastProcessErrorCode: code, lastProcessedErrors: errors } = await make(url)
    return [code, errors?.[0].message]
  }
  const document = async (slug: string): Promise<TestBody> => {
    const one = `${specs()}/${slug}`
    const { body } = await api.as('admin').patch(one, { visibility: 'public' })
    const { pathname } = new URL(body.urls.published)
    return (await fetch(new URL(pathname, api.url))).json()
  }

  it('are fetched, with redirects', async () => {
    answers.set('/start', redirect('/docs/api.yaml'))
    answers.set('/docs/api.yaml', spec('Pets'))
    const made = await make(`${origin}/start`)
    assert.equal(made.processingState, 'complete')
    assert.equal(made.lastProcessErrorCode, undefined)
    assert.equal(made.sourceURL, `${origin}/start`)
    assert.equal((await files(made.slug))['openapi.yaml'].text, spec('Pets'))
    const path = `${specs()}/${made.slug}/versions/latest/content`
    const { body } = await api.as('admin').get(path)
    assert.equal(body.urls.source, `${origin}/start`)
  })

  it('are fetched with the files that they refer to, wherever these stand', async () => {
    answers.set('/v1/docs/api.yaml', linked(['./pets/pet.yaml#/Pet', '../shared.json']))
    answers.set(
      '/v1/docs/pets/pet.yaml',
      'Pet:\n  properties:\n    owner: { $ref: "../../shared.json#/Owner" }\n    self: { $ref: "#/Pet" }\n    all: { $ref: "../api.yaml#/components/schemas/S0" }\n',
    )
    answers.set('/v1/shared.json', '{"Owner":{"type":"string"}}')
    const made = await make(`${origin}/v1/docs/api.yaml`)
    assert.equal(made.lastProcessErrorCode, undefined, JSON.stringify(made))
    const all = await files(made.slug)
    assert.deepEqual(Object.keys(all), ['api.yaml', '../shared.json', 'pets/pet.yaml'])
    assert.equal(all['api.yaml'].isEntrypoint, true)
    assert.equal(all['../shared.json'].format, 'json')
    assert.equal(asked.length, 3, 'each is fetched once')
    for (const { headers } of asked) {
      assert.match(headers['user-agent'] ?? '', /^Lectern/i)
    }
    const { components, 'x-files': others } = await document(made.slug)
    assert.equal(components.schemas.S0.$ref, '#/x-files/pets~1pet.yaml/Pet')
    const pet = others['pets/pet.yaml'].Pet.properties
    assert.equal(pet.owner.$ref, '#/x-files/..~1shared.json/Owner')
    assert.equal(pet.self.$ref, '#/x-files/pets~1pet.yaml/Pet')
    assert.equal(pet.all.$ref, '#/components/schemas/S0')
  })

  it('wait for another worker when theirs stops, as if it had not begun', async () => {
    const stopping = new AbortController()
    answers.set('/slow.yaml', () => stopping.abort())
    slugs += 1
    const slug = `fetched-${slugs}`
    const url = `${origin}/slow.yaml`
    const made = await api.as('admin').put(`${specs()}/${slug}`, { source: { url } })
    const of = { organizationId: api.organization, specId: made.body.id }
    const run = async () => processSpec.run(of, api.services, stopping.signal)
    await assert.rejects(run, Stopped)
    const stopped = await read(slug)
    assert.equal(stopped.processingState, 'progress')
    assert.equal(stopped.lastProcessErrorCode, undefined)
    answers.set('/slow.yaml', spec('Slow'))
    await process(of.specId)
    assert.equal((await read(slug)).processingState, 'complete')
  })

  it('say what is wrong when they cannot be fetched', async () => {
    const [code, message] = await failure(`${origin}/nowhere`)
    assert.equal(code, 'FETCH_ERROR')
    assert.match(message, /answered 404/)
    answers.set('/loop', redirect('/loop'))
    assert.match((await failure(`${origin}/loop`))[1], /more than 5 redirects/)
    answers.set('/large', `${spec('Large')}x-large: ${'x'.repeat(100_000)}`)
    assert.match((await failure(`${origin}/large`))[1], /more than 100000 bytes/)
    answers.set('/bytes', (response) => response.end(Buffer.from([0x61, 0xff, 0xfe])))
    const encoding = await failure(`${origin}/bytes`)
    assert.equal(encoding[0], 'PARSE_ERROR')
    assert.match(encoding[1], /UTF-8/)
    answers.set('/api', linked(['gone.yaml']))
    const gone = await failure(`${origin}/api`)
    assert.equal(gone[0], 'FETCH_ERROR')
    assert.match(gone[1], /\/gone\.yaml answered 404/)
  })

  it('reach nothing but the public internet, directly, by a redirect or a reference', async () => {
    const inside = 'http://169.254.169.254/latest/meta-data'
    const unreachable = /does not answer on the public internet/
    assert.match((await failure(inside))[1], unreachable)
    answers.set('/hop', redirect(inside))
    assert.match((await failure(`${origin}/hop`))[1], unreachable)
    answers.set('/ref', linked([`${inside}#/x`]))
    const [code, message] = await failure(`${origin}/ref`)
    assert.equal(code, 'FETCH_ERROR')
    assert.match(message, unreachable)
    for (const ref of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'data:,{}']) {
      answers.set('/scheme', linked([ref]))
      const [, words] = await failure(`${origin}/scheme`)
      assert.match(words, /no address that can be fetched/, ref)
    }
  })

  it('are asked for by nobody when they are named in a text', async () => {
    answers.set('/beside.json', '{}')
    const text = linked([`${origin}/beside.json`])
    const made = await api.as('admin').put(`${specs()}/only-text`, { source: { text } })
    await process(made.body.id)
    const { lastProcessErrorCode: code, lastProcessedErrors } = await read('only-text')
    assert.equal(code, 'PARSE_ERROR')
    assert.match(lastProcessedErrors[0].message, /^Line 6, column 11: .*not part of/)
    assert.deepEqual(asked, [])
  })

  it('time out when a server does not answer', async () => {
    answers.set('/slow', (response) => response.writeHead(200).write('openapi'))
    const [code, message] = await failure(`${origin}/slow`)
    assert.equal(code, 'FETCH_TIMEOUT')
    assert.match(message, /within 10 seconds/)
  })

  it('are limited in files and in bytes over all of them', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `f${index}.json`)
    for (const file of many) answers.set(`/${file}`, '{}')
    answers.set('/many', linked(many))
    assert.match((await failure(`${origin}/many`))[1], /more than 50 files/)
    answers.set('/fits', linked(many.slice(1)))
    assert.equal((await failure(`${origin}/fits`))[0], undefined)
    const half = JSON.stringify({ x: 'x'.repeat(60_000) })
    answers.set('/half-1.json', half)
    answers.set('/half-2.json', half)
    answers.set('/halves', linked(['half-1.json', 'half-2.json']))
    assert.match((await failure(`${origin}/halves`))[1], /more than 100000 bytes/)
  })

  it('are limited in bytes by the setting when they are sent, too', async () => {
    const source = { text: `${spec('Long')}x-long: ${'x'.repeat(100_000)}` }
    const put = await api.as('admin').put(`${specs()}/long`, { source })
    assert.equal(put.status, 400)
    assert.match(put.body.error.message, /has more than 100000 bytes/)
    assert.equal((await api.as('admin').get(`${specs()}/long`)).status, 404)
  })

  const due = async (id: string) =>
    api.rows(
      `update openapi_spec set refresh_at = now() - interval '1 second' where id = $1`,
      [id],
    )
  const refreshIn = async (id: string): Promise<number> => {
    const [row] = await api.rows(
      `select extract(epoch from refresh_at - now())::float8 / 3600 as hours
       from openapi_spec where id = $1`,
      [id],
    )
    return row.hours
  }

  it('are looked at again every few hours, and only what changed is a version', async () => {
    let title = 'First'
    answers.set('/api.yaml', (response, { headers }) => {
      const etag = `"${title}"`
      const isKnown = headers['if-none-match'] === etag
      const modified = { etag, 'last-modified': 'Wed, 01 Jan 2025 00:00:00 GMT' }
      response.writeHead(isKnown ? 304 : 200, modified).end(isKnown ? '' : spec(title))
    })
    const { id, slug, lastVersion } = await make(`${origin}/api.yaml`)
    const hours = await refreshIn(id)
    assert.ok(hours > 5.3 && hours < 6.7, String(hours))
    await refreshSpecs.run({}, api.services)
    assert.equal((await read(slug)).processingState, 'complete', 'it is not due')

    await due(id)
    await refreshSpecs.run({}, api.services)
    assert.equal((await read(slug)).processingState, 'pending')
    await process(id)
    assert.equal(asked.at(-1)?.headers['if-none-match'], '"First"')
    assert.equal(
      asked.at(-1)?.headers['if-modified-since'],
      'Wed, 01 Jan 2025 00:00:00 GMT',
    )
    const same = await read(slug)
    assert.deepEqual([same.processingState, same.lastVersion], ['complete', lastVersion])
    assert.ok((await refreshIn(id)) > 5.3)

    title = 'Second'
    await due(id)
    await refreshSpecs.run({}, api.services)
    await process(id)
    assert.notEqual((await read(slug)).lastVersion, lastVersion)
    assert.equal((await api.as('admin').get(`${specs()}/${slug}/versions`)).body.count, 2)
  })

  it('are looked at less and less often while they fail, and keep their version', async () => {
    answers.set('/flaky.yaml', spec('Flaky'))
    const { id, slug, lastVersion } = await make(`${origin}/flaky.yaml`)
    answers.delete('/flaky.yaml')
    const waits: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      await due(id)
      await refreshSpecs.run({}, api.services)
      await process(id)
      waits.push(Math.round((await refreshIn(id)) / 6))
    }
    assert.deepEqual(waits.slice(0, 3), [1, 2, 4])
    assert.ok((waits.at(-1) ?? 99) <= 36)
    const failed = await read(slug)
    assert.equal(failed.lastProcessErrorCode, 'FETCH_ERROR')
    assert.equal(failed.lastVersion, lastVersion)
    answers.set('/flaky.yaml', spec('Flaky'))
    await due(id)
    await refreshSpecs.run({}, api.services)
    await process(id)
    const mended = await read(slug)
    assert.deepEqual(
      [mended.lastProcessErrorCode, mended.lastVersion],
      [undefined, lastVersion],
    )
    assert.ok((await refreshIn(id)) < 7)
  })

  it('are taken up by the next look when their job was lost', async () => {
    answers.set('/lost.yaml', spec('Lost'))
    const { id } = await make(`${origin}/lost.yaml`)
    await api.rows(
      `update openapi_spec set state = 'progress',
         updated_at = now() - interval '2 hours' where id = $1`,
      [id],
    )
    await refreshSpecs.run({}, api.services)
    const [row] = await api.rows('select state from openapi_spec where id = $1', [id])
    assert.equal(row.state, 'pending')
  })

  it('are not for tokens of readers until a page shows them', async () => {
    answers.set('/read.yaml', spec('Read'))
    const { slug, lastVersion } = await make(`${origin}/read.yaml`)
    const space = await newSpace(api, 'Guide', { Start: 'Welcome.' })
    const site = await newSite(api, 'Garden', [space], { visibility: 'public' })
    const visitor = api.withToken(await tokenFor(api, site.url))
    const one = `${specs()}/${slug}`
    for (const version of ['latest', lastVersion]) {
      const reply = await visitor.get(`${one}/versions/${version}/content`)
      assert.equal(reply.status, 404, version)
    }
    assert.equal((await visitor.get(one)).status, 403)
  })
})
