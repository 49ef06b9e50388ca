import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  customization,
  footView,
  frameView,
  headings,
  hits,
  treeView,
} from '#test/shell-views.ts'

import { emojiIcon } from './emoji-icon.ts'
import {
  renderDocument,
  renderError,
  renderFoot,
  renderFrame,
  renderMissing,
  renderOutline,
  renderSearchPage,
  renderTree,
} from './render.tsx'

describe('ids around a page', () => {
  it('begin as no id in a page does, so that a heading can be called anything', () => {
    const parts = [
      renderDocument({
        language: 'en',
        direction: 'ltr',
        customization,
        head: '',
        frame: renderFrame(frameView),
        tree: renderTree(treeView, 'en'),
        outline: renderOutline(headings, 'en'),
        body: renderMissing({
          language: 'en',
          homeHref: '/',
          searchHref: '/search',
          suggestions: [{ href: '/a', title: 'A', isExternal: false }],
        }),
        foot: renderFoot(footView, 'en'),
      }),
      renderSearchPage({ language: 'en', searchHref: '/search', query: 'a', hits }),
      renderError({ status: 404, language: 'en', direction: 'ltr' }),
    ]
    const ids = parts.flatMap((html) =>
      [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? ''),
    )
    assert.ok(ids.length >= 9, ids.join(' '))
    for (const id of ids) assert.match(id, /^~[a-z-]+$/)
    const [page = ''] = parts
    const named = page.matchAll(
      / (?:for|popovertarget|aria-(?:controls|labelledby))="([^"]*)"| class="skip-link" href="#([^"]*)"/gi,
    )
    const targets = [...named].map(([, id, place]) => id ?? place ?? '')
    assert.ok(targets.length >= 6, targets.join(' '))
    for (const target of targets) assert.ok(ids.includes(target), target)
  })
})

function markOf(announcement: Partial<typeof frameView.announcement>) {
  const shown = { message: 'New.', style: 'info', ...announcement } as const
  return renderFrame({ ...frameView, announcement: shown }).announcementMark
}

describe('an announcement', () => {
  it('is known by what it says, and by nothing else', () => {
    assert.match(markOf({}) ?? '', /^[\w-]{12}$/)
    assert.equal(markOf({ style: 'danger' }), markOf({}))
    assert.notEqual(markOf({ message: 'Newer.' }), markOf({}))
    assert.notEqual(markOf({ link: { title: 'More', href: '/' } }), markOf({}))
    const { announcement: _announcement, ...quiet } = frameView
    assert.equal(renderFrame(quiet).announcementMark, undefined)
    assert.doesNotMatch(renderFrame(quiet).before, /dismiss/)
  })

  it('has a button to hide it, in the words of each language', () => {
    const labels = [
      'ar',
      'de',
      'en',
      'es',
      'fr',
      'he',
      'ja',
      'nl',
      'no',
      'pt-br',
      'ru',
      'zh',
    ].map(
      (language) =>
        /<lectern-dismiss class="needs-script"><button[^>]* aria-label="([^"]+)"/.exec(
          renderFrame({ ...frameView, language }).before,
        )?.[1],
    )
    assert.equal(new Set(labels).size, 12)
    assert.ok(!labels.includes(undefined))
  })
})

describe('the icon of a site', () => {
  it('draws an emoji, and nothing that is none', () => {
    assert.match(emojiIcon('⚓'), /^<svg xmlns=[^>]+><text [^>]+>⚓<\/text><\/svg>\n$/)
    assert.ok(
      emojiIcon('</text><script>x()</script>&x;"\u0000').includes(
        '>/textscriptx()/scriptx;<',
      ),
    )
  })
})
