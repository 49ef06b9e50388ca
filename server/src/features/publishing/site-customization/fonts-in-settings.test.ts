import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { realFont, uploadFont } from '#test/files/test-fonts.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { sitesOf, type TestSite } from '#test/test-sites.ts'

describe('fonts of the organization in the settings of a site', () => {
  let api: TestApi
  let site: TestSite
  let fonts: string
  let settings: string
  const admin = () => api.as('admin')
  before(async () => {
    api = await startTestApi()
    site = await sitesOf(api)({})
    fonts = `/orgs/${api.organization}/fonts`
    settings = `${site.path}/customization`
  })
  after(async () => api.stop())

  const make = async (fontFamily: string): Promise<TestBody> => {
    const storageKey = await uploadFont(api, await realFont())
    const fontFaces = [{ weight: 400, storageKey }]
    return (await admin().put(fonts, { fontFamily, fontFaces })).body
  }
  const styled = async (styling: object) => {
    const { body } = await admin().get(settings)
    return admin().put(settings, { ...body, styling: { ...body.styling, ...styling } })
  }
  const fontNow = async (path = settings) =>
    (await api.as('read').get(path)).body.styling.font
  const epoch = async () => {
    const [row] = await api.rows('select epoch from site where id = $1', [site.id])
    return row.epoch
  }

  it('are stored by their id, and shown as they are now', async () => {
    const { permissions: _permissions, ...font } = await make('First')
    const put = await styled({ font: { ...font, fontFamily: 'A lie' } })
    assert.equal(put.status, 200)
    assert.deepEqual(put.body.styling.font, font)
    assert.deepEqual(await fontNow(), font)
    const [row] = await api.rows(
      `select settings #> '{styling,font}' as font from site_customization where site_id = $1`,
      [site.id],
    )
    assert.deepEqual(row.font, { id: font.id })

    const earlier = await epoch()
    await admin().post(`${fonts}/${font.id}`, { fontFamily: 'Renamed' })
    assert.equal((await fontNow()).fontFamily, 'Renamed')
    assert.ok((await epoch()) > earlier, 'renderers read the site again')
  })

  it('give way to the default, or to those of the site, once they are deleted', async () => {
    const [whole, own] = [await make('Whole'), await make('Own')]
    assert.equal((await styled({ font: whole, monospaceFont: own })).status, 200)
    const { id } = await site.siteSpace('Overriding')
    const overrides = `${site.path}/site-spaces/${id}/customization`
    const patched = await admin().patch(overrides, { styling: { font: own } })
    assert.equal(patched.body.styling.font.id, own.id)
    assert.equal((await fontNow(overrides)).fontFamily, 'Own')

    const earlier = await epoch()
    assert.equal((await admin().delete(`${fonts}/${own.id}`)).status, 204)
    assert.ok((await epoch()) > earlier)
    assert.equal((await fontNow(overrides)).id, whole.id)
    const { body } = await api.as('read').get(settings)
    assert.equal(body.styling.monospaceFont, 'IBMPlexMono')
    assert.equal((await admin().delete(`${fonts}/${whole.id}`)).status, 204)
    assert.equal(await fontNow(), 'Inter')
    // What was read can be sent back.
    assert.equal((await styled({})).status, 200)
  })

  it('must be of the same organization', async () => {
    const organization = api.otherOrganization
    const as = 'outsider'
    const storageKey = await uploadFont(api, await realFont(), { as, organization })
    const made = await api.as(as).put(`/orgs/${organization}/fonts`, {
      fontFamily: 'Theirs',
      fontFaces: [{ weight: 400, storageKey }],
    })
    const { permissions: _permissions, ...font } = made.body
    const refused = await styled({ monospaceFont: { ...font, id: 'unknown' } })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.error.details[0].path, 'body.styling.monospaceFont.id')
    const theirs = await styled({ font })
    assert.equal(theirs.status, 400)
    assert.equal(
      theirs.body.error.message,
      refused.body.error.message
        .replace('unknown', font.id)
        .replace('monospaceFont', 'font'),
    )
  })
})
