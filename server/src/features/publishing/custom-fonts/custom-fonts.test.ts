import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { newId } from '#/platform/ids/new-id.ts'
import { realFont, uploadFont } from '#test/files/test-fonts.ts'
import { reachable } from '#test/files/test-files.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf } from '#test/test-nodes.ts'

import { sweepFontFile } from './custom-font-jobs.ts'

describe('fonts of an organization', () => {
  let api: TestApi
  let fonts: string
  const admin = () => api.as('admin')
  before(async () => {
    api = await startTestApi()
    fonts = `/orgs/${api.organization}/fonts`
  })
  after(async () => api.stop())

  const face = async (weight: number, bytes?: Buffer) => ({
    weight,
    storageKey: await uploadFont(api, bytes ?? (await realFont())),
  })
  const make = async (fontFamily = 'Acme Sans', weights = [400]): Promise<TestBody> => {
    const fontFaces = await Promise.all(weights.map(async (weight) => face(weight)))
    const made = await admin().put(fonts, { fontFamily, fontFaces })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    return made.body
  }
  const refusal = async (body: object) => (await admin().put(fonts, body)).body.error
  const asked = async (storageKey: string) =>
    admin().put(fonts, { fontFamily: 'No', fontFaces: [{ weight: 400, storageKey }] })
  const filesOf = async (fontId: string) =>
    api.rows(
      'select id, weight, format from custom_font_file where font_id = $1 order by weight',
      [fontId],
    )
  const bytesCounted = async () => {
    const [row] = await api.rows(
      `select value::integer from organization_counter
       where organization_id = $1 and name = 'file-bytes'`,
      [api.organization],
    )
    return row?.value ?? 0
  }
  const read = async (url: string, method = 'GET') =>
    fetch(reachable(api, url), { method })

  it('are made of uploaded files, which everybody who knows the URL can load', async () => {
    const bytes = await realFont()
    const woff = await realFont(700, 'woff')
    const fontFaces = [await face(700, woff), await face(400, bytes)]
    const made = await admin().put(fonts, { fontFamily: 'Söhne "Pro"', fontFaces })
    assert.equal(made.status, 201)
    const { id, ...font } = made.body
    assert.equal(made.headers.get('location'), `http://lectern.test/v1${fonts}/${id}`)
    assert.equal(font.fontFamily, 'Söhne "Pro"')
    assert.equal(font.custom, true)
    assert.deepEqual(font.permissions, { edit: true })
    const [regular, bold] = font.fontFaces
    assert.deepEqual([regular.weight, regular.sources[0].format], [400, 'woff2'])
    assert.deepEqual([bold.weight, bold.sources[0].format], [700, 'woff'])

    const loaded = await read(regular.sources[0].url)
    assert.equal(loaded.status, 200)
    assert.equal(loaded.headers.get('content-type'), 'font/woff2')
    assert.equal(loaded.headers.get('x-content-type-options'), 'nosniff')
    assert.match(loaded.headers.get('cache-control') ?? '', /immutable/)
    assert.deepEqual(Buffer.from(await loaded.arrayBuffer()), bytes)
    assert.equal((await read(bold.sources[0].url, 'HEAD')).status, 200)
    assert.equal((await read(`${regular.sources[0].url.slice(0, -2)}xx`)).status, 404)

    const got = await api.as('read').get(`${fonts}/${id}`)
    assert.deepEqual(got.body, { id, ...font, permissions: { edit: false } })
    const { body } = await api.as('read').get(fonts)
    assert.equal(body.count, 1)
    assert.deepEqual(body.items, [got.body])
    const [event] = await eventsOf(api, `custom-font:${id}`)
    assert.equal(event.type, 'custom_font_created')
    assert.deepEqual(event.payload.weights, [700, 400])
  })

  it('are changed face by face, and lose the files that were replaced', async () => {
    const font = await make('Faces', [400, 700])
    const replaced = await filesOf(font.id)
    const counted = await bytesCounted()
    const changed = await admin().post(`${fonts}/${font.id}`, {
      fontFamily: 'Other faces',
      fontFaces: [await face(400), { weight: 700, storageKey: null }, await face(300)],
    })
    assert.equal(changed.status, 201)
    assert.equal(changed.body.fontFamily, 'Other faces')
    const weights = changed.body.fontFaces.map(({ weight }: TestBody) => weight)
    assert.deepEqual(weights, [300, 400])
    const now = await filesOf(font.id)
    assert.notEqual(now.find(({ weight }) => weight === 400)?.id, replaced[0]?.id)

    for (const { id: fileId } of replaced) {
      await sweepFontFile.run({ organizationId: api.organization, fileId }, api.services)
    }
    const { url } = font.fontFaces[0].sources[0]
    assert.equal((await read(url)).status, 404)
    // Two files went and two came.
    assert.equal(await bytesCounted(), counted)
    const gone = await api.services.storage.get(
      `fonts/${api.organization}/${replaced[0]?.id}`,
    )
    assert.equal(gone, undefined)
    // A file that a font has stays, whoever sweeps it.
    const kept = { organizationId: api.organization, fileId: now[0]?.id }
    await sweepFontFile.run(kept, api.services)
    assert.equal((await filesOf(font.id)).length, 2)
  })

  it('are not made of anything but fonts, nor of uploads for something else', async () => {
    const text = await uploadFont(api, Buffer.from('<svg onload=alert(1)>'))
    const refused = await asked(text)
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.reason, 'not_a_font')
    assert.equal(refused.body.error.details[0].path, 'body.fontFaces[0].storageKey')

    const large = await asked(await uploadFont(api, Buffer.alloc(5 * 1024 * 1024 + 1)))
    assert.equal(large.body.error.reason, 'font_too_large')
    const font = await realFont()
    const other = await asked(await uploadFont(api, font, { kind: 'content_file' }))
    assert.equal(other.body.error.reason, 'upload_unknown')
    const theirs = await asked(await uploadFont(api, font, { as: 'edit' }))
    assert.equal(theirs.body.error.reason, 'upload_unknown')

    const key = await uploadFont(api, font)
    assert.equal((await asked(key)).status, 201)
    const again = await asked(key)
    assert.equal(again.status, 409)
    assert.equal(again.body.error.reason, 'upload_used')
    const waiting = await api.rows(
      'select id from custom_font_file where font_id is null',
    )
    assert.deepEqual(waiting, [], 'what was refused is not kept')
  })

  it('have a regular face, one face for a weight, and a name that people can read', async () => {
    const bold = await face(700)
    const fontFamily = 'Faces'
    const without = await refusal({ fontFamily, fontFaces: [bold] })
    assert.deepEqual([without.code, without.reason], [412, 'font_without_regular'])
    const twice = await refusal({
      fontFamily,
      fontFaces: [
        { ...bold, weight: 400 },
        { ...bold, weight: 400 },
      ],
    })
    assert.equal(twice.code, 400)
    for (const name of ['', ' ', ' Blank first', 'x'.repeat(51), 'Two\nlines']) {
      const refused = await refusal({ fontFamily: name, fontFaces: [bold] })
      assert.equal(refused.code, 400, JSON.stringify(name))
    }
    for (const weight of [0, 1001, 400.5]) {
      const refused = await refusal({ fontFamily, fontFaces: [{ ...bold, weight }] })
      assert.equal(refused.code, 400, String(weight))
    }
    assert.equal((await refusal({ fontFamily, fontFaces: [] })).code, 400)
    const font = await make()
    const emptied = await admin().post(`${fonts}/${font.id}`, {
      fontFaces: [{ weight: 400, storageKey: null }],
    })
    assert.equal(emptied.status, 412)
    assert.equal((await filesOf(font.id)).length, 1)
  })

  it('are limited in number, and in faces', async () => {
    const font = await make('Many faces')
    const insert = `insert into custom_font_file (organization_id, id, font_id, weight, format, size)
      select $1, $2 || g, $3, g, 'woff2', 1 from generate_series(1, 19) as g`
    await api.rows(insert, [api.organization, newId(), font.id])
    const more = await admin().post(`${fonts}/${font.id}`, {
      fontFaces: [await face(900)],
    })
    assert.deepEqual([more.status, more.body.error.reason], [409, 'too_many_faces'])

    await api.rows(
      `insert into custom_font (organization_id, id, family)
       select $1, $2 || g, 'Filler' from generate_series(1, 50) as g`,
      [api.organization, newId()],
    )
    const refused = await admin().put(fonts, {
      fontFamily: 'One more',
      fontFaces: [await face(400)],
    })
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'too_many_fonts'])
    await api.rows(`delete from custom_font where family = 'Filler'`)
    const [{ count }] = await api.rows(
      'select count(*)::integer as count from custom_font where organization_id = $1',
      [api.organization],
    )
    await api.rows(
      `insert into custom_font (organization_id, id, family)
       select $1, $2 || g, 'Filler' from generate_series(1, $3) as g`,
      [api.organization, newId(), 49 - count],
    )
    const bodies = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => ({
        fontFamily: `Last ${at}`,
        fontFaces: [await face(400)],
      })),
    )
    const atOnce = await Promise.all(bodies.map(async (body) => admin().put(fonts, body)))
    assert.deepEqual(
      atOnce.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 409, 409, 409, 409, 409],
    )
    await api.rows(`delete from custom_font where family = 'Filler'`)
    const page = await api.as('read').get(`${fonts}?limit=1`)
    assert.equal(page.body.items.length, 1)
    assert.ok(page.body.next.page)
  })

  it('are changed by admins only, and hidden from everybody outside', async () => {
    const font = await make()
    const one = `${fonts}/${font.id}`
    for (const name of ['create', 'edit', 'read', 'guest'] as const) {
      const fontFaces = [{ weight: 400, storageKey: 'x' }]
      const made = await api.as(name).put(fonts, { fontFamily: 'Mine', fontFaces })
      assert.equal(made.status, 403, name)
      assert.equal((await api.as(name).post(one, { fontFamily: 'Mine' })).status, 403)
      assert.equal((await api.as(name).delete(one)).status, 403)
    }
    assert.equal((await api.as('guest').get(fonts)).status, 403)
    assert.equal((await api.as('guest').get(one)).status, 403)
    for (const path of [fonts, one]) {
      const there = await api.as('outsider').get(path)
      const nowhere = await api
        .as('outsider')
        .get(path.replace(api.organization, 'nowhere'))
      assert.equal(there.status, 404)
      assert.equal(there.body.error.reason, nowhere.body.error.reason)
      assert.equal((await api.anonymous().get(path)).status, 401)
    }
    assert.equal((await api.as('outsider').delete(one)).status, 204)
    assert.equal((await admin().get(one)).status, 200)
    assert.equal((await admin().get(`${fonts}/nope`)).status, 404)
    assert.equal((await admin().post(`${fonts}/nope`, {})).status, 404)
  })

  it('are changed and deleted at the version that was read', async () => {
    const font = await make()
    const one = `${fonts}/${font.id}`
    const tag = (await admin().get(one)).headers.get('etag') ?? ''
    const headers = { 'if-match': tag }
    const renamed = await admin().send('POST', one, { fontFamily: 'Newer' }, headers)
    assert.equal(renamed.status, 201)
    assert.equal((await admin().send('DELETE', one, undefined, headers)).status, 412)
    assert.equal((await admin().delete(one)).status, 204)
    assert.equal((await admin().get(one)).status, 404)
    assert.equal((await admin().delete(one)).status, 204)
  })
})
