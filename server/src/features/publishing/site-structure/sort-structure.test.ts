import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { nowhere } from '#test/test-people.ts'
import { pointerTo, reasonOf, sitesOf } from '#test/test-sites.ts'

describe('sorting the structure of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  it('puts sections and groups before, after and between each other', async () => {
    const { site, a, b, c, g } = await furnished(newSite)
    const moves = [
      [{ item: c, position: { before: a } }, 'Cc(Cc), Aa(Aa), Bb(Bb), Gg[]'],
      [{ item: g, position: { after: c } }, 'Cc(Cc), Gg[], Aa(Aa), Bb(Bb)'],
      [{ item: b, position: { after: g, before: a } }, 'Cc(Cc), Gg[], Bb(Bb), Aa(Aa)'],
      // A move to the present position changes nothing.
      [{ item: b, position: { after: g, before: a } }, 'Cc(Cc), Gg[], Bb(Bb), Aa(Aa)'],
      [{ item: c, position: {} }, 'Gg[], Bb(Bb), Aa(Aa), Cc(Cc)'],
    ] as const
    for (const [{ item, position }, expected] of moves) {
      const reply = await site.sort(item, position)
      assert.deepEqual([reply.status, reply.body.id], [200, item.id])
      assert.equal(await site.outline(), expected)
    }
  })

  it('moves next to what is in a group into that group, and out again', async () => {
    const { site, a, b, c, g } = await furnished(newSite)
    const into = { sectionId: a.id }
    const added = await api
      .as('admin')
      .post(`${site.path}/section-groups/${g.id}/sections`, into)
    assert.equal(added.status, 201)
    const moved = await site.sort(b, { before: a })
    assert.equal(moved.body.sectionGroup, g.id)
    assert.equal(await site.outline(), 'Cc(Cc), Gg[Bb(Bb), Aa(Aa)]')
    const out = await site.sort(b, { before: c })
    assert.ok(!('sectionGroup' in out.body))
    assert.equal(await site.outline(), 'Bb(Bb), Cc(Cc), Gg[Aa(Aa)]')
  })

  it('moves site-spaces within and between sections, with a path that is free there', async () => {
    const { site, a, bodies } = await furnished(newSite)
    const [, second] = [bodies.a.siteSpaces[0], await site.siteSpace('Two', a.id)]
    const [other] = bodies.b.siteSpaces
    const taken = await api
      .as('admin')
      .patch(`${site.path}/site-spaces/${other.id}`, { path: 'two' })
    assert.equal(taken.status, 200)
    const within = await site.sort(pointerTo(second), {
      before: pointerTo(bodies.a.siteSpaces[0]),
    })
    assert.equal(within.body.default, false)
    assert.match(await site.outline(), /^Aa\(Two, Aa\)/)
    const across = await site.sort(pointerTo(second), { after: pointerTo(other) })
    assert.deepEqual(
      [across.status, across.body.section, across.body.path],
      [200, bodies.b.id, 'two-2'],
    )
    assert.match(await site.outline(), /^Aa\(Aa\), Bb\(Bb, Two\)/)
  })

  it('makes the next one the default of the section that the default left', async () => {
    const { site, a, b, bodies } = await furnished(newSite)
    const [first] = bodies.a.siteSpaces
    const second = await site.siteSpace('Second', a.id)
    const third = await site.siteSpace('Third', a.id)
    const [other] = bodies.b.siteSpaces
    await site.sort(pointerTo(first), { before: pointerTo(other) })
    const { structure } = await site.structure()
    const defaults = structure
      .slice(0, 2)
      .map((section: TestBody) =>
        section.siteSpaces
          .filter((each: TestBody) => each.default)
          .map(({ id }: TestBody) => id),
      )
    assert.deepEqual(defaults, [[second.id], [other.id]])
    assert.ok(third.id !== second.id && b.id !== a.id)
  })

  it('refuses to leave a section without a site-space', async () => {
    const { site, bodies } = await furnished(newSite)
    const [only] = bodies.a.siteSpaces
    const [other] = bodies.b.siteSpaces
    const reply = await site.sort(pointerTo(only), { after: pointerTo(other) })
    assert.deepEqual(reasonOf(reply), [400, 'last_site_space'])
  })

  it('refuses positions that do not exist, and changes nothing', async () => {
    const { site, a, b, c, g, bodies } = await furnished(newSite)
    const siteSpace = pointerTo(bodies.a.siteSpaces[0])
    const previous = await site.outline()
    const position = [400, 'invalid_position']
    const cases = [
      [a, { before: { type: 'site-section', id: nowhere } }, position],
      [a, { before: { type: 'site-section-group', id: b.id } }, position],
      [a, { before: siteSpace }, position],
      [a, { after: a }, position],
      [a, { before: b, after: c }, position],
      [c, { before: a, after: b }, position],
      [a, { before: b, after: g }, position],
      [siteSpace, { before: b }, position],
      [g, { before: g }, position],
      [{ ...a, id: nowhere }, {}, [404, 'not_found']],
      [{ ...g, id: a.id }, {}, [404, 'not_found']],
      [{ ...siteSpace, id: nowhere }, {}, [404, 'not_found']],
      [{ type: 'page', id: a.id }, {}, [400, 'invalid_request']],
    ] as const
    for (const [item, where, expected] of cases) {
      const reply = await api
        .as('admin')
        .patch(`${site.path}/structure/sort`, { item, position: where })
      assert.deepEqual(reasonOf(reply), expected, JSON.stringify([item, where]))
    }
    assert.equal(await site.outline(), previous)
  })

  it('never puts a group into itself, nor groups more than five deep', async () => {
    const { site, a, g } = await furnished(newSite)
    let parent = g.id
    const groups = [g]
    for (const title of ['Two', 'Three', 'Four', 'Five']) {
      const group = await site.group(title, { parent })
      groups.push(pointerTo(group))
      parent = group.id
    }
    const sixth = await api
      .as('admin')
      .post(`${site.path}/section-groups`, { title: 'Six', parent })
    assert.deepEqual(reasonOf(sixth), [400, 'site_structure_full'])
    const [, , third, , fifth] = groups
    assert.ok(third && fifth)
    await api
      .as('admin')
      .post(`${site.path}/section-groups/${fifth.id}/sections`, { sectionId: a.id })
    for (const target of [a, third, fifth]) {
      const reply = await site.sort(g, { before: target })
      assert.deepEqual(reasonOf(reply), [400, 'invalid_position'])
    }
    const outside = await site.group('Outside')
    const inside = await site.group('Inside', { parent: outside.id })
    const deep = await site.sort(pointerTo(outside), { before: fifth })
    assert.deepEqual(reasonOf(deep), [400, 'site_structure_full'])
    const fits = await site.sort(pointerTo(inside), { before: fifth })
    assert.deepEqual([fits.status, fits.body.sectionGroup], [200, groups[3]?.id])
  })

  it('does not find neighbours hidden from the mover, and keeps those in between', async () => {
    const site = await newSite()
    const a = await site.section('Aa')
    await site.section('Hh', await nodes.space({ title: 'Hh', defaultLevel: null }))
    const b = await site.section('Bb')
    const c = await site.section('Cc')
    const creator = api.as('create')
    const between = { after: pointerTo(a), before: pointerTo(b) }
    const reply = await site.sort(pointerTo(c), between, creator)
    assert.equal(reply.status, 200)
    assert.equal(await site.outline(creator), 'Aa(Aa), Cc(Cc), Bb(Bb)')
    assert.equal(await site.outline(), 'Aa(Aa), Hh(Hh), Cc(Cc), Bb(Bb)')
  })

  it('says on the three older routes that this one took their place, and does the same', async () => {
    const { site, a, b, c, g, bodies } = await furnished(newSite)
    const second = await site.siteSpace('Second', a.id)
    const [first] = bodies.a.siteSpaces
    const replies = [
      await api
        .as('admin')
        .post(
          `${site.path}/sections/${c.id}/move`,
          rightBefore({ type: 'site-section', siteSection: a.id }),
        ),
      await api
        .as('admin')
        .post(
          `${site.path}/site-spaces/${second.id}/move`,
          rightBefore({ type: 'site-space', siteSpace: first.id }),
        ),
      await api
        .as('admin')
        .post(`${site.path}/section-groups/${g.id}/move`, rightBefore(b)),
    ]
    for (const { status, headers } of replies) {
      assert.equal(status, 200)
      assert.match(headers.get('deprecation') ?? '', /^@\d{10}$/)
      assert.equal(
        headers.get('link'),
        '<http://lectern.test/reference>; rel="deprecation"; type="text/html"',
      )
    }
    assert.equal(await site.outline(), 'Cc(Cc), Aa(Second, Aa), Gg[], Bb(Bb)')
    for (const path of [
      `sections/${c.id}`,
      `site-spaces/${second.id}`,
      `section-groups/${g.id}`,
    ]) {
      // A move without a body goes to the end of the present parent.
      const reply = await api.as('admin').post(`${site.path}/${path}/move`)
      assert.equal(reply.status, 200, path)
    }
    assert.equal(await site.outline(), 'Aa(Aa, Second), Bb(Bb), Cc(Cc), Gg[]')
    for (const path of ['sections', 'site-spaces', 'section-groups']) {
      const reply = await api.as('admin').post(`${site.path}/${path}/${nowhere}/move`)
      assert.deepEqual(reasonOf(reply), [404, 'not_found'])
      assert.ok(reply.headers.has('deprecation'))
    }
    const sorted = await site.sort(a, {})
    assert.ok(!sorted.headers.has('deprecation'))
  })
})

const rightBefore = (pointer: object) => ({ position: { before: pointer } })

async function furnished(newSite: ReturnType<typeof sitesOf>) {
  const site = await newSite()
  const [a, b, c] = [
    await site.section('Aa'),
    await site.section('Bb'),
    await site.section('Cc'),
  ]
  const group = await site.group('Gg')
  return {
    site,
    a: pointerTo(a),
    b: pointerTo(b),
    c: pointerTo(c),
    g: pointerTo(group),
    bodies: { a, b, c },
  }
}
