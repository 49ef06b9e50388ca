import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { type SiteSpacePlace, splitPath } from './site-spaces.ts'

/** Places with a base path alone, the only field that the tests read. */
function begins(...basePaths: string[]): readonly SiteSpacePlace[] {
  return basePaths.map(
    (basePath) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of one is enough here
      ({ basePath }) as SiteSpacePlace,
  )
}

describe('the site-space that a path is in', () => {
  const places = begins('/docs/', '/docs/guides/', '/docs/guides/v2/')
  const cases: [string, string, string][] = [
    ['/docs/', '/docs/', ''],
    ['/docs', '/docs/', ''],
    ['/docs/intro', '/docs/', 'intro'],
    ['/docs/guides', '/docs/guides/', ''],
    ['/docs/guides-old', '/docs/', 'guides-old'],
    ['/docs/guides/v2/a/b', '/docs/guides/v2/', 'a/b'],
    ['/docs/guides/v2x/', '/docs/guides/', 'v2x'],
  ]
  for (const [path, base, rest] of cases) {
    it(`is the one with the longest beginning: ${path}`, () => {
      const found = splitPath(places, path)
      assert.equal(found?.place.basePath, base)
      assert.equal(found.rest, rest)
    })
  }

  it('is none outside of the site', () => {
    assert.equal(splitPath(places, '/other/'), undefined)
    assert.equal(splitPath(begins('/docs/guides/'), '/docs/'), undefined)
  })
})
