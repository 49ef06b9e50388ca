import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { brief, only, pageNamed, sorted, write } from '#test/links/test-links.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import { nodesOf } from '#test/test-nodes.ts'

let api: TestApi
before(async () => {
  api = await startTestApi()
})
after(async () => api.stop())

async function linksOf(space: TestSpace, query = '') {
  const reply = await api.as('edit').get(`/spaces/${space.spaceId}/links${query}`)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body
}

describe('listSpaceLinks', () => {
  it('answers nothing for a space without links', async () => {
    const space = await createTestSpace(api)
    assert.deepEqual(await linksOf(space), {
      items: [],
      count: 0,
      stats: { total: 0, broken: { total: 0 } },
    })
  })

  it('shows each kind of target as the object it is', async () => {
    const nodes = nodesOf(api)
    const space = await createTestSpace(api)
    const other = await createTestSpace(api)
    const collection = await nodes.collection({ title: 'Shelf' })
    const far = await write(other, 'Far', 'Far away.\n')
    const made = await space.edit(
      { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGk=' }] },
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: 'Note.\n' },
      },
      pageNamed('Near', '## Here\n\nNear.\n'),
    )
    const [file, note, near] = made.changes
    const { users } = api
    const from = await write(
      space,
      'All',
      [
        `[page](near.md) [file](.gitbook/assets/a.txt) [user](lectern:user/${users.read})`,
        `[space](lectern:space/${other.spaceId}) [far](lectern:page/${far}?space=${other.spaceId})`,
        `[shelf](lectern:collection/${collection}) [web](https://web.example/a)`,
        '[app](http://lectern.test/x) [place](near.md#here)',
        '{% include ".gitbook/includes/note.md" %}',
      ].join('\n\n'),
    )
    const { items, count, stats } = await linksOf(space)
    assert.equal(count, 10)
    assert.deepEqual(stats, { total: 10, broken: { total: 0 } })
    const briefs = items.map(brief)
    for (const [target, status, relation] of [
      [near.page, 'ok', 'reference'],
      [file.file, 'ok', 'reference'],
      [users.read, 'ok', 'reference'],
      [other.spaceId, 'ok', 'reference'],
      [far, 'ok', 'reference'],
      [collection, 'ok', 'reference'],
      ['https://web.example/a', 'ok', 'reference'],
      ['http://lectern.test/x', 'in-app', 'reference'],
      [note.reusableContent, 'ok', 'dependsOn'],
    ]) {
      assert.ok(
        briefs.some(
          (one: TestBody) =>
            one.target === target && one.status === status && one.relation === relation,
        ),
        `${target} in ${JSON.stringify(briefs)}`,
      )
    }
    for (const { from: pages } of briefs) assert.deepEqual(pages, [from])
    assert.equal((await linksOf(space, '?status=in-app')).count, 1)
    const { targetReference } = only(items, 'anchor')
    assert.equal(targetReference.page.id, near.page)
    assert.deepEqual(targetReference.internalLocation, { type: 'anchor', anchor: 'here' })
    assert.equal(targetReference.page.path, 'near')
    assert.equal(targetReference.organization.id, api.organization)
    assert.equal(targetReference.space.id, space.spaceId)
    const { versionContext } = targetReference
    assert.equal(versionContext.type, 'revision')
    assert.equal(versionContext.revision.id, targetReference.space.revision)
    assert.deepEqual(
      [versionContext.revision.pages, versionContext.revision.files],
      [[], []],
    )
  })

  it('tells a target once, with every page that uses it', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const first = await write(space, 'First', '[a](target.md) [b](target.md)\n')
    const group = await write(space, 'Group', 'Text.\n')
    const below = await write(space, 'Below', '[c](../target.md)\n', { into: group })
    const { items } = await linksOf(space)
    assert.deepEqual(items.map(brief), [
      { status: 'ok', relation: 'reference', target, from: [first, below].toSorted() },
    ])
    assert.equal(items[0].locationCount, 2)
    const [place] = items[0].locationReferences.filter(
      (each: TestBody) => each.page.id === below,
    )
    assert.equal(place.page.path, 'group/below')
  })

  it('tells broken what leads nowhere, and where that is said', async () => {
    const space = await createTestSpace(api)
    const from = await write(
      space,
      'From',
      '[gone](missing.md) [nobody](lectern:user/nobody) [no](#nope)\n',
    )
    const { items, stats } = await linksOf(space, '?status=broken')
    assert.deepEqual(stats, { total: 3, broken: { total: 3 } })
    for (const item of items) {
      assert.equal(item.status, 'broken')
      assert.equal(item.targetReference, undefined)
      assert.deepEqual(brief(item).from, [from])
    }
    assert.deepEqual(only(items, 'url').reference, { kind: 'url', url: 'missing.md' })
    assert.deepEqual(only(items, 'anchor').reference, {
      kind: 'anchor',
      anchor: 'nope',
      page: from,
    })
  })

  it('tells together what pages miss under different spellings', async () => {
    const space = await createTestSpace(api)
    const top = await write(space, 'Top', '[a](missing.md)\n')
    const below = await write(space, 'Below', '[a](../missing.md) [b](missing.md)\n', {
      into: top,
    })
    const { items } = await linksOf(space)
    const urls = items.map(({ reference }: TestBody) => reference.url)
    assert.deepEqual(urls, ['missing.md', 'top/missing.md'])
    assert.deepEqual(brief(items[0]).from, [top, below].toSorted())
    assert.deepEqual(brief(items[1]).from, [below])
  })

  it('heals a broken link when its target appears, and breaks it again with it', async () => {
    const space = await createTestSpace(api)
    await write(space, 'From', '[soon](later.md) [file](.gitbook/assets/later.txt)\n')
    assert.equal((await linksOf(space)).stats.broken.total, 2)
    const later = await write(space, 'Later', 'Text.\n')
    const [, file] = (
      await space.edit(
        { operation: 'update_page', page: later, description: 'Same.' },
        { operation: 'insert_files', files: [{ name: 'later.txt', base64: 'aGk=' }] },
      )
    ).changes
    const healed = await linksOf(space)
    assert.deepEqual(
      healed.items.map(brief).map(({ status }: TestBody) => status),
      ['ok', 'ok'],
    )
    assert.equal(only(healed.items, 'page').targetReference.page.id, later)
    assert.equal(only(healed.items, 'file').targetReference.file.id, file.file)
    await space.edit({ operation: 'delete_page', page: later })
    const { items } = await linksOf(space, '?status=broken')
    assert.deepEqual(
      items.map(({ reference }: TestBody) => reference),
      [{ kind: 'url', url: 'later.md' }],
    )
  })

  it('joins a healed link with others to the same target', async () => {
    const space = await createTestSpace(api)
    const early = await write(space, 'Early', '[soon](later.md)\n')
    const later = await write(space, 'Later', 'Text.\n')
    const late = await write(space, 'Late', '[now](later.md)\n')
    const { items } = await linksOf(space)
    assert.deepEqual(items.map(brief), [
      {
        status: 'ok',
        relation: 'reference',
        target: later,
        from: [early, late].toSorted(),
      },
    ])
  })

  it('keeps a link to a page that is renamed and moved', async () => {
    const space = await createTestSpace(api)
    const target = await write(space, 'Target', 'Text.\n')
    const group = await write(space, 'Group', 'Text.\n')
    await write(space, 'From', '[a](target.md) [b](target.md?tab=2)\n')
    await space.edit({
      operation: 'update_page',
      page: target,
      slug: 'elsewhere',
      into: group,
    })
    const { items, stats } = await linksOf(space)
    assert.deepEqual(stats, { total: 1, broken: { total: 0 } })
    assert.equal(items[0].targetReference.page.path, 'group/elsewhere')
  })

  it('breaks links to what is deleted: pages, files, reusable contents and spaces', async () => {
    const space = await createTestSpace(api)
    const other = await createTestSpace(api)
    const far = await write(other, 'Far', 'Far away.\n')
    const { changes } = await space.edit(
      { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGk=' }] },
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: 'Note.\n' },
      },
      pageNamed('Near', 'Near.\n'),
    )
    const [{ file }, { reusableContent }, { page: near }] = changes
    const from = await write(
      space,
      'From',
      `[p](near.md) [f](.gitbook/assets/a.txt) [s](lectern:space/${other.spaceId}) [x](lectern:page/${far}?space=${other.spaceId})\n\n{% include ".gitbook/includes/note.md" %}\n`,
    )
    assert.deepEqual((await linksOf(space)).stats, { total: 5, broken: { total: 0 } })
    await space.edit(
      { operation: 'delete_page', page: near },
      { operation: 'delete_file', file },
      { operation: 'delete_reusable_content', reusableContent },
    )
    await api.as('admin').delete(`/spaces/${other.spaceId}`)
    const { items, stats, count } = await linksOf(space, '?status=broken')
    assert.deepEqual(stats, { total: 5, broken: { total: 5 } })
    assert.equal(count, 5)
    for (const item of items) {
      assert.equal(item.targetReference, undefined)
      assert.deepEqual(brief(item).from, [from])
    }
    assert.equal((await linksOf(space, '?status=ok')).count, 0)
    await api.as('admin').post(`/spaces/${other.spaceId}/restore`)
    assert.equal((await linksOf(space)).stats.broken.total, 3)
  })

  it('shows nothing of spaces and collections that the caller may not see', async () => {
    const nodes = nodesOf(api)
    const space = await createTestSpace(api)
    const hidden = await createTestSpace(api, { title: 'Secret plans', empty: true })
    const far = await write(hidden, 'Secret page', 'Text.\n')
    const shelf = await nodes.collection({ title: 'Secret shelf', defaultLevel: null })
    await api.as('admin').patch(`/spaces/${hidden.spaceId}`, { defaultLevel: null })
    await write(
      space,
      'From',
      `[s](lectern:space/${hidden.spaceId}) [p](lectern:page/${far}?space=${hidden.spaceId}) [c](lectern:collection/${shelf})\n`,
    )
    const seen = await linksOf(space)
    assert.equal(seen.count, 3)
    for (const item of seen.items) {
      assert.equal(item.status, 'ok')
      assert.equal(item.targetReference, undefined)
    }
    assert.ok(!JSON.stringify(seen).includes('Secret'))
    const { body } = await api.as('admin').get(`/spaces/${space.spaceId}/links`)
    const targets = body.items.map(brief).map(({ target }: TestBody) => target)
    assert.deepEqual(targets.toSorted(), [hidden.spaceId, far, shelf].toSorted())
  })

  it('knows the images of covers, links in the tree and reusable contents', async () => {
    const space = await createTestSpace(api)
    const { changes } = await space.edit(
      { operation: 'insert_files', files: [{ name: 'a.png', base64: 'aGk=' }] },
      pageNamed('Target', 'Text.\n'),
    )
    const [{ file }, { page: target }] = changes
    const made = await space.edit(
      pageNamed('Covered', 'Text.\n', {
        cover: { ref: { kind: 'file', file }, yPos: 0 },
      }),
      {
        operation: 'insert_link',
        title: 'Shortcut',
        target: { kind: 'page', page: target },
      },
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: '[t](/target.md)\n' },
      },
    )
    const [covered, shortcut, note] = made.changes
    const { items } = await linksOf(space)
    assert.deepEqual(brief(only(items, 'file')).from, [covered.page])
    assert.deepEqual(
      brief(only(items, 'page')).from,
      sorted(shortcut.page, note.reusableContent),
    )
  })

  it('goes through all targets page by page', async () => {
    const space = await createTestSpace(api)
    const urls = Array.from({ length: 25 }, (_, at) => `https://web.example/${at}`)
    await write(space, 'From', urls.map((url) => `[a](${url})`).join(' '))
    const seen: string[] = []
    let query = '?limit=10'
    for (let pages = 1; pages <= 3; pages += 1) {
      const { items, count, next } = await linksOf(space, query)
      assert.equal(count, 25)
      assert.equal(next === undefined, pages === 3)
      seen.push(...items.map(({ reference }: TestBody) => reference.url))
      query = `?limit=10&page=${next?.page}`
    }
    assert.deepEqual(seen.toSorted(), urls.toSorted())
    const nothing = await linksOf(space, '?limit=0')
    assert.deepEqual([nothing.items, nothing.count], [[], 25])
  })

  it('bounds how many places of one target an answer holds', async () => {
    const space = await createTestSpace(api)
    await write(space, 'Target', 'Text.\n')
    for (const batch of [0, 1, 2]) {
      await space.edit(
        ...Array.from({ length: 40 }, (_, at) =>
          pageNamed(`P${batch}-${at}`, '[t](target.md)'),
        ),
      )
    }
    const [item] = (await linksOf(space)).items
    assert.deepEqual([item.locationCount, item.locationReferences.length], [120, 100])
    const [short] = (await linksOf(space, '?limit=1000')).items
    assert.deepEqual([short.locationCount, short.locationReferences.length], [120, 5])
  })

  it('keeps in order addresses that are longer than a cursor', async () => {
    const space = await createTestSpace(api)
    const long = `https://web.example/${'a'.repeat(3000)}`
    await write(space, 'From', `[a](${long}1) [b](${long}2) [c](${long}3)`)
    const { next, items } = await linksOf(space, '?limit=2')
    const rest = await linksOf(space, `?limit=2&page=${next.page}`)
    assert.deepEqual(
      sorted(
        ...[...items, ...rest.items].map(({ reference }: TestBody) => reference.url),
      ),
      [`${long}1`, `${long}2`, `${long}3`],
    )
  })

  it('answers an outsider exactly as if the space did not exist, and nobody at all', async () => {
    const space = await createTestSpace(api)
    const hidden = await api.as('outsider').get(`/spaces/${space.spaceId}/links`)
    const missing = await api.as('outsider').get('/spaces/nowhere/links')
    assert.equal(hidden.status, 404)
    assert.equal(
      hidden.body.error.message,
      missing.body.error.message.replace('nowhere', space.spaceId),
    )
    assert.equal(
      (await api.as('guest').get(`/spaces/${space.spaceId}/links`)).status,
      404,
    )
    assert.equal(
      (await api.anonymous().get(`/spaces/${space.spaceId}/links`)).status,
      401,
    )
  })

  it('refuses a status that there is not', async () => {
    const space = await createTestSpace(api)
    const { status } = await api.as('edit').get(`/spaces/${space.spaceId}/links?status=x`)
    assert.equal(status, 400)
  })
})
