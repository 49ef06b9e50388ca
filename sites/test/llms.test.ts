import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const withoutPath = (heading: string) => heading.replace(/ \(\S+\)$/, '')

describe('the list for language models', () => {
  let world: TestSites
  let site: TestSite

  before(async () => {
    world = await startTestSites()
    const spaces: string[] = []
    for (const title of ['Start', 'Reference']) {
      const space = await createTestSpace(world.api)
      await space.edit({
        operation: 'insert_page',
        title,
        description: `All of\nthe ${title}`,
      })
      spaces.push(space.spaceId)
    }
    site = await publishSite(world, spaces)
  })
  after(async () => world.stop())

  it('begins with what the site is about, and says of each page what it is about', async () => {
    const { body } = await world.read(`${site.base}llms.txt`)
    assert.match(body, /^# Handbook\n\n> All of the Start\n\n## /)
    assert.match(body, /\n- \[Start\]\(\S+\): All of the Start\n/)
    assert.match(body, /\n- \[Reference\]\(\S+\): All of the Reference\n/)
  })

  it('has no heading twice, even where two spaces have one title', async () => {
    const { body } = await world.read(`${site.base}llms.txt`)
    const headings = [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
    assert.equal(headings.length, 2)
    const [first = '', second = ''] = headings
    assert.notEqual(first, second)
    assert.equal(withoutPath(first), withoutPath(second))
  })
})
