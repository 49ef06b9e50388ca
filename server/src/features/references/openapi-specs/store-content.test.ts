import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { ApiError } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { processSpec } from './process-spec.ts'
import { bundleKey, packSpec } from './spec-content.ts'
import { dropContent, storeBundle, storeFiles } from './store-content.ts'

const spec = (title: string) =>
  `openapi: "3.1.0"\ninfo:\n  title: ${title}\n  version: "1"\npaths: {}\n`

describe('the stored content of specifications', () => {
  let api: TestApi
  let specs: string
  before(async () => {
    api = await startTestApi()
    specs = `/orgs/${api.organization}/openapi`
  })
  after(async () => api.stop())

  /** The digests that storage has bytes of, and those that rows name. */
  async function kept() {
    const folder = path.join(api.mailFolder, '..', 'files')
    const names = await readdir(folder, { recursive: true })
    const stored = names.flatMap(
      (name) => /openapi\/[^/]+\/(\w{64})\//.exec(name)?.[1] ?? [],
    )
    const rows = await api.rows('select hash from openapi_content')
    return {
      stored: [...new Set(stored)].toSorted(),
      noted: rows.map(({ hash }: { hash: string }) => hash).toSorted(),
    }
  }
  const bytesCounted = async () => {
    const [row] = await api.rows(
      `select value::integer from organization_counter
       where organization_id = $1 and name = 'file-bytes'`,
      [api.organization],
    )
    return row?.value ?? 0
  }

  /** The services, with something that happens each time after bytes were read or stored. */
  function interrupted(method: 'get' | 'put', between: () => Promise<void>): Services {
    const { storage } = api.services
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the real storage, with one method around its own
    const around = Object.create(storage) as typeof storage
    if (method === 'get') {
      around.get = async (key, range) => {
        const found = await storage.get(key, range)
        await between()
        return found
      }
    } else {
      around.put = async (key, body, about) => {
        // As slow as a large file over a slow line.
        await between()
        await storage.put(key, body, about)
      }
    }
    return { ...api.services, storage: around }
  }

  for (const method of ['get', 'put'] as const) {
    it(`is gone with a specification that is deleted while it is read, during a ${method}`, async () => {
      const slug = `deleted-${method}`
      const text = spec(slug)
      const { hash } = packSpec({ name: 'openapi.yaml', text })
      const made = await api.as('admin').put(`${specs}/${slug}`, { source: { text } })
      const of = { organizationId: api.organization, specId: made.body.id }
      const counted = await bytesCounted()
      const services = interrupted(method, async () => {
        await api.as('admin').delete(`${specs}/${slug}`)
        await dropContent(api.services, { organizationId: api.organization, hash })
      })
      await assert.rejects(processSpec.run(of, services), ApiError)
      await processSpec.run(of, api.services)
      const { stored, noted } = await kept()
      assert.deepEqual(stored, noted)
      assert.ok(!stored.includes(hash))
      assert.ok((await bytesCounted()) < counted)
    })
  }

  it('stays as it was noted, whatever is made of the same files later', async () => {
    const text = spec('Same')
    const made = await api.as('admin').put(`${specs}/same`, { source: { text } })
    const of = { organizationId: api.organization, specId: made.body.id }
    await processSpec.run(of, api.services)
    const { hash } = packSpec({ name: 'openapi.yaml', text })
    const content = { organizationId: api.organization, hash }
    const counted = await bytesCounted()
    const other = Buffer.from(
      '{"openapi":"3.1.0","x-longer":"than before, by far and for sure"}',
    )
    const stored = await storeBundle(api.services, content, other)
    assert.match(stored.toString(), /"title":"Same"/)
    assert.equal(await bytesCounted(), counted)
    const { body } = await api
      .as('admin')
      .patch(`${specs}/same`, { visibility: 'public' })
    const { pathname } = new URL(body.urls.published)
    assert.equal((await fetch(new URL(pathname, api.url))).status, 200)
  })

  it('is put again where it was noted and never stored', async () => {
    const packed = packSpec({ name: 'openapi.yaml', text: spec('Lost') })
    const content = { organizationId: api.organization, hash: packed.hash }
    await storeFiles(api.services, api.organization, packed)
    const counted = await bytesCounted()
    await storeBundle(api.services, content, Buffer.from('{"a":1}'))
    await api.services.storage.delete(bundleKey(content))
    await storeBundle(api.services, content, Buffer.from('{"a":10}'))
    const stored = await api.services.storage.get(bundleKey(content))
    stored?.body.destroy()
    assert.equal(stored?.sizeBytes, 8)
    assert.equal(await bytesCounted(), counted + 8)
  })
})
