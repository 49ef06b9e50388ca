import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import type { TestBody } from '../../server/test/test-api.ts'
import { type ChangeWorld, manual, startChangeWorld } from './change-world.ts'
import { runLectern } from './run-lectern.ts'

const summary =
  '# Summary\n\n* [Welcome](README.md)\n* [Install](install.md)\n* [Old](old.md)\n'

describe('the redirects of a pushed folder', () => {
  let world: ChangeWorld
  let space: string
  let path: string
  before(async () => {
    world = await startChangeWorld()
    space = await world.newSpace({ ...manual, 'SUMMARY.md': summary })
    path = `/orgs/${world.server.organization}/sites`
  })
  after(async () => world.stop())

  async function push(
    redirects: string,
    as: 'admin' | 'edit' = 'admin',
    ...more: string[]
  ) {
    const files = {
      ...manual,
      'SUMMARY.md': summary,
      '.gitbook.yaml': `redirects:\n${redirects}`,
    }
    await world.write(files)
    const words = ['content', 'push', world.folder, '--space', space, ...more]
    const ended = await runLectern(words, world.settings(as))
    assert.equal(ended.code, 0, ended.stderr)
    return ended.stdout
  }
  async function sourcesOf(site: string): Promise<string[]> {
    const { body } = await world.server.as('admin').get(`${path}/${site}/redirects`)
    return body.items.map(({ source }: TestBody) => source).toSorted()
  }
  async function newSite(title: string, spaces: readonly string[]): Promise<string> {
    const asked = { title, spaces, visibility: 'public' }
    return (await world.server.as('admin').post(path, asked)).body.id
  }

  it('are named where no site shows the space', async () => {
    const said = await push('  setup/begin: ./install.md\n')
    assert.match(said, /were not made:\n {2}\/setup\/begin: no site shows the space/)
  })

  it('become those of each site, as a set; those made by hand stay', async () => {
    const only = await newSite('Only', [space])
    const other = await world.server
      .as('admin')
      .post(`/orgs/${world.server.organization}/spaces`, { title: 'First' })
    const second = await newSite('Second', [other.body.id, space])
    const { body } = await world.server.as('admin').get(`${path}/${second}/site-spaces`)
    const prefix = `/${body.items[1].path}`
    const byHand = {
      source: '/by-hand',
      destination: { kind: 'site-space', siteSpaceId: '' },
    }
    const shown = await world.server.as('admin').get(`${path}/${only}/site-spaces`)
    byHand.destination.siteSpaceId = shown.body.items[0].id
    await world.server.as('admin').post(`${path}/${only}/redirects`, byHand)

    const first = await push(
      '  setup/begin: ./install.md\n  "a b": old.md\n  by-hand: install.md\n  lost: nowhere.md\n',
    )
    assert.match(first, /^ {2}Redirects +5 created$/m)
    assert.match(first, /^ {2}\/by-hand: /m)
    assert.match(first, /^ {2}\/lost: nowhere\.md is no page of the folder$/m)
    assert.deepEqual(await sourcesOf(only), ['/a%20b', '/by-hand', '/setup/begin'])
    assert.deepEqual(
      await sourcesOf(second),
      ['/a%20b', '/by-hand', '/setup/begin'].map((source) => prefix + source),
    )
    const { body: led } = await world.server
      .as('admin')
      .get(`${path}/${only}/redirect?source=/setup/begin`)
    assert.match(led.target, /\/install$/)

    const asked = '  setup/begin: ./old.md\n  by-hand: old.md\n  install: old.md\n'
    const dry = await push(asked, 'admin', '--dry-run')
    assert.match(dry, /^A dry run: nothing was changed/)
    const counted = /^ {2}Redirects +3 created, 5 removed$/m
    assert.match(dry, counted)
    assert.match(
      dry,
      /that would not be made:\n {2}\/by-hand: .*already\n {2}\/install: a page/,
    )
    assert.doesNotMatch(dry, /Revision/)
    assert.deepEqual(await sourcesOf(only), ['/a%20b', '/by-hand', '/setup/begin'])
    const real = await push(asked)
    assert.match(real, counted)
    assert.match(real, /were not made:\n {2}\/by-hand: .*\n {2}\/install: /)
    await push('  setup/begin: ./install.md\n  "a b": old.md\n  by-hand: install.md\n')

    const next = await push('  setup/begin: ./old.md\n')
    assert.match(next, /^ {2}Redirects +2 created, 5 removed$/m)
    assert.deepEqual(await sourcesOf(only), ['/by-hand', '/setup/begin'])
    assert.deepEqual(await sourcesOf(second), [`${prefix}/setup/begin`])
    const again = await push('  setup/begin: ./old.md\n')
    assert.match(again, /^ {2}Redirects +2 unchanged$/m)
  })

  it('are named where the caller may not make them, and in a change request', async () => {
    const dry = await push('  else/where: install.md\n', 'edit', '--dry-run')
    assert.match(dry, /^ {2}\/else\/where: .*admin role/m)
    const said = await push('  else/where: install.md\n', 'edit')
    assert.match(said, /^ {2}\/else\/where: .*admin role/m)
    await world.write({
      ...manual,
      'new.md': '# New\n',
      '.gitbook.yaml': 'redirects:\n  x: new.md\n',
    })
    const words = ['change', 'push', world.folder, '--space', space]
    const proposed = await runLectern(words, world.settings('admin'))
    assert.match(proposed.stdout, /^ {2}\/x: only content push makes redirects$/m)
  })
})
