import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const text = [
  'See [setup](guide/setup.md), [steps](./guide/setup#steps "T") and <https://example.com/>.',
  '',
  '![shot](.gitbook/assets/shot.png) `guide/setup.md` [gone](nowhere.md)',
  '',
  '<a href="guide/setup.md">here</a>',
  '',
  '{% include ".gitbook/includes/note.md" %}',
  '',
  '<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>A</td><td><a href="guide/setup.md">guide/setup.md</a></td></tr></tbody></table>',
  '',
  '[ref]: guide/setup.md',
  'And [this][ref].\r\n',
].join('\n')

const moved = (to: string) =>
  text.replaceAll('guide/setup', to).replace(`\`${to}`, '`guide/setup')

describe('the Markdown of a page after something moved', () => {
  let api: TestApi
  let space: TestSpace
  let ids: Record<'guide' | 'setup' | 'home' | 'file' | 'note', string>
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    space = await createTestSpace(api)
    const { changes } = await space.edit(
      {
        operation: 'insert_page',
        title: 'Guide',
        ref: 'guide',
        document: { markdown: '' },
      },
      {
        operation: 'insert_page',
        title: 'Setup',
        into: 'guide',
        document: { markdown: '# Steps\n\n[up](../home.md)\n' },
      },
      {
        operation: 'insert_files',
        files: [{ name: 'shot.png', base64: 'iVBORw0KGgo=', contentType: 'image/png' }],
      },
      {
        operation: 'insert_reusable_content',
        title: 'Note',
        document: { markdown: 'N' },
      },
      { operation: 'insert_page', title: 'Home', document: { markdown: text } },
    )
    const [guide, setup, files, note, home] = changes
    const file = files.file ?? files.files?.[0]?.file
    ids = {
      guide: guide.page,
      setup: setup.page,
      file,
      note: note.reusableContent,
      home: home.page,
    }
  })

  const read = async (id: string, query = 'format=markdown'): Promise<TestBody> => {
    const reply = await api
      .as('read')
      .get(`/spaces/${space.spaceId}/content/page/${id}?${query}`)
    assert.equal(reply.status, 200)
    return reply.body
  }
  const markdown = async (id: string): Promise<string> => (await read(id)).markdown
  const update = async (page: string, changes: object) =>
    space.edit({ operation: 'update_page', page, ...changes })

  it('is what was stored as long as nothing moved', async () => {
    assert.equal(await markdown(ids.home), text)
    await update(ids.setup, { title: 'Set it up', slug: 'setup' })
    assert.equal(await markdown(ids.home), text)
  })

  it('leads to a page by its new name, and changes nothing but destinations', async () => {
    await update(ids.setup, { slug: 'install' })
    assert.equal(await markdown(ids.home), moved('guide/install'))
  })

  it('follows two renames, and a name that is taken back', async () => {
    await update(ids.setup, { slug: 'one' })
    assert.equal(await markdown(ids.home), moved('guide/one'))
    await update(ids.guide, { slug: 'two' })
    assert.equal(await markdown(ids.home), moved('two/one'))
    await update(ids.setup, { slug: 'setup' })
    await update(ids.guide, { slug: 'guide' })
    assert.equal(await markdown(ids.home), text)
  })

  it('follows a page that moves', async () => {
    await space.edit({ operation: 'move_page', page: ids.setup, into: null })
    assert.equal(await markdown(ids.home), moved('setup'))
  })

  it('leads to the renamed page when another takes its old name', async () => {
    await update(ids.setup, { slug: 'install' })
    await space.edit({
      operation: 'insert_page',
      title: 'Setup',
      into: ids.guide,
      document: { markdown: '' },
    })
    assert.equal(await markdown(ids.home), moved('guide/install'))
  })

  it('leads where it led when the page itself moves, or both do', async () => {
    await space.edit({ operation: 'move_page', page: ids.home, into: ids.guide })
    const below = text
      .replaceAll('"guide/setup.md"', '"setup.md"')
      .replaceAll('>guide/setup.md<', '>setup.md<')
      .replace('(guide/setup.md)', '(setup.md)')
      .replace('./guide/setup#', './setup#')
      .replace(': guide/setup.md', ': setup.md')
      .replace('.gitbook/assets', '../.gitbook/assets')
      .replace('.gitbook/includes', '../.gitbook/includes')
    assert.equal(await markdown(ids.home), below)
    assert.equal(await markdown(ids.setup), '# Steps\n\n[up](home.md)\n')
    await space.edit({ operation: 'move_page', page: ids.setup, into: ids.home })
    assert.equal(
      await markdown(ids.home),
      below
        .replaceAll('setup.md', 'home/setup.md')
        .replace('./setup#', './home/setup#')
        .replace('guide/home/setup.md', 'guide/setup.md'),
    )
    assert.equal(await markdown(ids.setup), '# Steps\n\n[up](../home.md)\n')
  })

  it('follows when a page is edited in other ways after the move', async () => {
    await update(ids.setup, { slug: 'install' })
    await update(ids.home, { description: 'Later' })
    assert.equal(await markdown(ids.home), moved('guide/install'))
  })

  it('follows files and reusable contents that get other names', async () => {
    await space.edit(
      { operation: 'update_file', file: ids.file, name: 'big shot.png' },
      {
        operation: 'update_reusable_content',
        reusableContent: ids.note,
        title: 'Advice',
      },
    )
    assert.equal(
      await markdown(ids.home),
      text
        .replace('assets/shot.png', 'assets/big%20shot.png')
        .replace('includes/note.md', 'includes/advice.md'),
    )
  })

  it('stays as it is where what it led to is deleted, and follows when it is back', async () => {
    await update(ids.setup, { slug: 'install' })
    assert.equal(await markdown(ids.home), moved('guide/install'))
    await space.edit({ operation: 'delete_page', page: ids.setup })
    assert.equal(await markdown(ids.home), text)
    await space.edit({ operation: 'revert_page', page: ids.setup })
    assert.match(await markdown(ids.home), /\[setup\]\((?:guide\/)?install\.md\)/)
  })

  it('is in each revision what led somewhere then', async () => {
    const in_ = async (revision: string) => {
      const path = `/spaces/${space.spaceId}/revisions/${revision}/page/${ids.home}`
      return (await api.as('read').get(`${path}?format=markdown`)).body.markdown
    }
    const one = await update(ids.setup, { slug: 'one' })
    const two = await update(ids.setup, { slug: 'two' })
    const [first] = await api.rows(
      'select id from revision where space_id = $1 and number = 2',
      [space.spaceId],
    )
    assert.equal(await in_(first.id), text)
    assert.equal(await in_(one.revision), moved('guide/one'))
    assert.equal(await in_(two.revision), moved('guide/two'))
    await update(ids.setup, { slug: 'three' })
    assert.equal(await in_(one.revision), moved('guide/one'))
  })

  it('changes neither the document nor its keys', async () => {
    const { document, documentId } = await read(ids.home, 'format=document')
    await update(ids.setup, { slug: 'install' })
    const now = await read(ids.home, 'format=document')
    assert.deepEqual([now.document, now.documentId], [document, documentId])
  })

  it('has its expressions evaluated in what it says now', async () => {
    await space.edit(
      { operation: 'set_variables', variables: { name: 'World' } },
      {
        operation: 'update_page',
        page: ids.home,
        document: {
          markdown:
            'Hi <code class="expression">space.vars.name</code> [s](guide/setup.md)\n',
        },
      },
    )
    await update(ids.setup, { slug: 'install' })
    const page = await read(ids.home, 'format=markdown&evaluated=true')
    assert.equal(page.markdown, 'Hi World [s](guide/install.md)\n')
  })

  it('keeps a query, and is written back leading to the same page', async () => {
    const queried = '[a](guide/setup.md?x=1#steps) [b](/guide/setup)\n'
    await update(ids.home, { document: { markdown: queried } })
    await update(ids.setup, { slug: 'install' })
    const now = await markdown(ids.home)
    assert.equal(now, '[a](guide/install.md?x=1#steps) [b](/guide/install)\n')
    await update(ids.home, { document: { markdown: now } })
    const { targets } = await space.entry(ids.home)
    assert.deepEqual(targets, [ids.setup])
    assert.equal(await markdown(ids.home), now)
  })

  it('goes with a copy of the space, and back with a rollback', async () => {
    await update(ids.setup, { slug: 'install' })
    const copied = await api.as('admin').post(`/spaces/${space.spaceId}/duplicate`, {})
    assert.equal(copied.status, 201, JSON.stringify(copied.body))
    const copy = await api
      .as('admin')
      .get(`/spaces/${copied.body.id}/content/page/${ids.home}?format=markdown`)
    assert.equal(copy.body.markdown, moved('guide/install'))
    const [first] = await api.rows(
      'select id from revision where space_id = $1 and number = 2',
      [space.spaceId],
    )
    const back = await api
      .as('edit')
      .post(`/spaces/${space.spaceId}/revisions/${first.id}/rollback`)
    assert.equal(back.status, 201, JSON.stringify(back.body))
    assert.equal(await markdown(ids.home), text)
  })
})
