import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'

import {
  customization,
  footView,
  frameView,
  headings,
  headView,
  hits,
  treeView,
} from '#test/shell-views.ts'

import { errorStyle } from './error-style.ts'
import {
  renderActions,
  renderBreadcrumbs,
  renderDocument,
  renderError,
  renderFoot,
  renderFrame,
  renderHead,
  renderMissing,
  renderOutline,
  renderSearchPage,
  renderTree,
  themeScriptHash,
} from './render.tsx'
import { entriesMax } from './tree.tsx'
import type { SearchPageView } from './views.ts'

const missing = {
  language: 'en',
  homeHref: '/',
  searchHref: '/search',
  query: 'compose',
  suggestions: [{ href: '/a', title: 'A', description: 'B', isExternal: false }],
}
const searchPage = { language: 'en', searchHref: '/search', query: 'compose', hits }
const failure = {
  status: 503,
  language: 'en',
  direction: 'ltr' as const,
  homeHref: '/',
  requestId: 'req-1',
}

/** The markup of every part of a page, with each string of its views changed. */
function everyPart(change: (text: string, key: string) => string): string[] {
  const frame = renderFrame(changed(frameView, change))
  return [
    renderHead(changed(headView, change)),
    frame.before,
    frame.menu,
    frame.menuEnd,
    frame.after,
    renderTree(changed(treeView, change), 'en'),
    renderBreadcrumbs(
      changed([{ title: 'A', href: '/a' }, { title: 'B' }], change),
      'en',
    ),
    renderActions(changed({ markdownHref: '/a.md', pdfHref: '/a.pdf' }, change), 'en'),
    renderOutline(changed(headings, change), 'en'),
    renderFoot(changed(footView, change), 'en'),
    renderMissing(changed(missing, change)),
    renderSearchPage(changed(searchPage, change)),
    renderError(changed(failure, change)),
  ]
}

const kept = new Set(['kind', 'style', 'direction', 'preset', 'updatedAt'])

function changed<T>(view: T, change: (text: string, key: string) => string): T {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return kept.has(key) ? value : change(value, key)
    if (Array.isArray(value)) return value.map((entry) => walk(entry, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]),
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same shape, other strings
  return walk(view, '') as T
}

describe('hostile content', () => {
  it('never becomes markup', () => {
    const hostile = `"'><img src=x onerror=alert(1)></script></title><script>alert(1)</script>`
    for (const html of everyPart(() => hostile)) {
      assert.doesNotMatch(html, /<img src=x|<script>alert|<\/title><script/)
      assert.doesNotMatch(html, /="[^"]*"'/)
    }
  })

  it('never becomes the target of a link, a form or an image', () => {
    const targets = /(?:href|src|action|content|data-copy)="\s*(?:javascript|data:text)/i
    for (const url of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,x',
    ]) {
      const parts = everyPart((text, key) =>
        /^\/|^https?:/.test(text) || key === 'href' ? url : text,
      )
      for (const html of parts) assert.doesNotMatch(html, targets)
    }
  })

  it('cannot end the block of structured data', () => {
    const html = renderHead({
      ...headView,
      breadcrumbs: [{ title: '</script><script>alert(1)</script>', href: '/a' }],
    })
    const block =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const parsed: unknown = JSON.parse(block)
    assert.deepEqual(parsed, {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: '</script><script>alert(1)</script>',
          item: 'https://docs.example.com/a',
        },
      ],
    })
  })

  it('cannot leave the attributes of the document', () => {
    const html = renderDocument({
      language: '"><script>',
      direction: 'ltr',
      customization,
      head: '',
      frame: { before: '', menu: '', menuEnd: '', after: '' },
      body: '',
    })
    assert.match(html, /^<!doctype html>\n<html lang="en" dir="ltr" data-header="/)
    assert.doesNotMatch(html, /<script/)
  })
})

describe('every part', () => {
  it('has no style attribute, no handler and no script of its own, and of styles only that of errors', () => {
    for (const html of everyPart((text) => text)) {
      const unstyled = html.replace(`<style>${errorStyle}</style>`, '')
      assert.doesNotMatch(unstyled, /\sstyle="|\son[a-z]+="|<style/)
      const scripts = [
        ...html.matchAll(/<script(?![^>]*(?:type="application\/ld\+json"|src=))/g),
      ]
      assert.ok(scripts.length <= 1)
    }
  })

  it('loads nothing ahead that nobody asked for', () => {
    const view = { ...frameView, logo: { light: '/l.svg', dark: '/d.svg' } }
    assert.doesNotMatch(renderFrame(view).before, /rel="preload"/)
    const single = { ...frameView, logo: { light: '/l.svg', dark: '/l.svg' } }
    assert.doesNotMatch(renderFrame(single).before, /rel="preload"/)
  })
})

describe('the head', () => {
  it('names the inline script by the hash of its text', () => {
    const script = /<script>(.*?)<\/script>/s.exec(renderHead(headView))?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    assert.equal(themeScriptHash, `'sha256-${hash}'`)
  })

  it('says what the page is, where it belongs and in which other forms it exists', () => {
    const html = renderHead(headView)
    for (const piece of [
      '<title>Docker Compose | Halyard</title>',
      '<link rel="canonical" href="https://docs.example.com/install-compose"/>',
      '<link rel="alternate" hrefLang="de" href="https://docs.example.com/de/install-compose"/>',
      '<link rel="alternate" type="text/markdown" title="Markdown" href="/install-compose.md"/>',
      '<link rel="alternate" type="application/rss+xml" title="Halyard" href="/rss.xml"/>',
      '<meta name="robots" content="index, follow"/>',
      '<meta property="og:title" content="Docker Compose"/>',
      '<link rel="stylesheet" href="/theme.css"/>',
    ]) {
      assert.ok(html.includes(piece), `${piece} in ${html}`)
    }
    const hidden = renderHead({ ...headView, isIndexed: false })
    assert.match(hidden, /content="noindex, nofollow"/)
  })

  it('names the picture of an emoji as the icon of the site', () => {
    const html = renderHead({ ...headView, faviconHref: '/~icon/a.svg' })
    assert.ok(
      html.includes('<link rel="icon" type="image/svg+xml" href="/~icon/a.svg"/>'),
    )
    const hostile = renderHead({ ...headView, faviconHref: 'data:image/svg+xml,x' })
    assert.ok(!hostile.includes('rel="icon"'))
  })
})

describe('the tree', () => {
  it('marks the current page once and is open along the way to it only', () => {
    const html = renderTree(treeView, 'en')
    assert.equal(html.match(/aria-current="page"/g)?.length, 1)
    assert.match(html, /href="\/install-compose" aria-current="page"/)
    assert.match(html, /data-id="install" open=""/)
    assert.match(html, /data-id="install-containers" open=""/)
    assert.doesNotMatch(html, /data-id="deploy" open/)
    assert.match(html, /<summary aria-label="Pages under “Deploy”">/)
  })

  it('leaves out closed branches where there are too many pages, never the current one', () => {
    const children = Array.from({ length: entriesMax }, (_, index) => ({
      id: `child-${index}`,
      kind: 'page' as const,
      title: `Child ${index}`,
      href: `/child-${index}`,
      children: [],
    }))
    const parent = {
      id: 'many',
      kind: 'page' as const,
      title: 'Many',
      href: '/many',
      children,
    }
    const other = { ...parent, id: 'other', href: '/other' }
    const html = renderTree(
      { entries: [parent, other], openAlong: ['many', 'child-7'] },
      'en',
    )
    assert.equal(html.match(/<details/g)?.length, 1)
    assert.match(html, /href="\/child-7" aria-current="page"/)
    assert.match(html, /href="\/other"/)
  })
})

describe('the frame', () => {
  it('shows only what the settings switch on', () => {
    const quiet = renderFrame({
      ...frameView,
      footerGroups: [],
      customization: {
        ...customization,
        footer: { groups: [] },
        trademark: { enabled: false },
        privacyPolicy: {},
        themes: { default: 'dark', toggeable: false },
      },
    })
    assert.doesNotMatch(quiet.before, /lectern-theme/)
    assert.doesNotMatch(quiet.after, /<footer|Powered by/)
    const loud = renderFrame(frameView)
    assert.match(loud.before, /lectern-theme/)
    assert.match(loud.after, /Powered by Lectern/)
    assert.match(loud.after, /href="https:\/\/example.com\/privacy"/)
  })

  it('speaks the language of the site, and English where it does not know it', () => {
    assert.match(renderFrame({ ...frameView, language: 'fr' }).before, /Aller au contenu/)
    assert.match(
      renderFrame({ ...frameView, language: 'pt-br' }).before,
      /Ir para o conteúdo/,
    )
    assert.match(
      renderFrame({ ...frameView, language: 'nb-NO' }).before,
      /Gå til innholdet/,
    )
    assert.match(renderFrame({ ...frameView, language: 'tlh' }).before, /Skip to content/)
  })

  it('keeps versions and languages apart', () => {
    const { before } = renderFrame(frameView)
    assert.match(before, /Version: <\/span><span class="menu-button-text">v3/)
    assert.match(before, /<li lang="de"><a class="menu-link" href="\/de"><span>Deutsch/)
    assert.match(before, /<li lang="ar"><a class="menu-link" href="\/ar">/)
  })

  it('opens links that leave in a new tab where the settings say so', () => {
    const view = {
      ...frameView,
      customization: { ...customization, externalLinks: { target: 'blank' as const } },
    }
    assert.match(
      renderFrame(view).before,
      /href="https:\/\/example.com\/blog" target="_blank" rel="noopener"/,
    )
    assert.doesNotMatch(renderFrame(view).before, /href="\/api"[^>]*target/)
  })
})

describe('the foot', () => {
  it('says when the page was changed, for people and for machines', () => {
    assert.match(
      renderFoot(footView, 'de'),
      /Zuletzt geändert am <time dateTime="2026-11-02T09:30:00.000Z">2. November 2026<\/time>/,
    )
    assert.doesNotMatch(renderFoot({ ...footView, updatedAt: 'soon' }, 'en'), /<time/)
    assert.match(renderFoot(footView, 'not a language'), /November 2, 2026/)
  })

  it('asks for nothing that is switched off', () => {
    assert.doesNotMatch(renderFoot({}, 'en'), /<form|<nav|<a /)
    assert.match(
      renderFoot(footView, 'en'),
      /<form[^>]*action="\/feedback" method="post"/,
    )
  })
})

function summaryOf(view: SearchPageView): string {
  return /class="search-summary">([^<]*)</.exec(renderSearchPage(view))?.[1] ?? ''
}

describe('pages that are not pages', () => {
  it('offers what was looked for where nothing was found', () => {
    const html = renderMissing(missing)
    assert.match(
      html,
      /<form class="big-search" role="search" action="\/search" method="get">/,
    )
    assert.match(html, /value="compose"/)
    assert.match(html, /href="\/a"/)
  })

  it('shows hits with the words of the query marked, and says so when there are none', () => {
    assert.match(renderSearchPage(searchPage), /<mark>Compose<\/mark>/)
    assert.match(renderSearchPage(searchPage), /href="\/install-compose#volumes"/)
    assert.match(
      renderSearchPage({ ...searchPage, hits: [] }),
      /Nothing found for “compose”/,
    )
    const failed = { ...searchPage, hits: [] }
    const away = renderSearchPage({ ...failed, failure: 'away' })
    assert.match(away, /not available right now/)
    assert.match(
      renderSearchPage({ ...failed, failure: 'busy' }),
      /faster than this site/,
    )
  })

  it('says in every language when not everything was searched', () => {
    const languages = 'ar de en es fr he ja nl no pt-BR ru zh'.split(' ')
    for (const [found, told] of [
      [hits, '2'],
      [[], 'compose'],
    ] as const) {
      const said = languages.map((language) => {
        const view = { ...searchPage, language, hits: found }
        const text = summaryOf({ ...view, isPartial: true })
        assert.ok(text.includes(told), text)
        assert.notEqual(text, summaryOf(view))
        return text
      })
      assert.equal(new Set(said).size, languages.length)
    }
  })

  it('tells each failure in words of its own, without a script', () => {
    const titles = [404, 403, 429, 500, 503].map((status) => {
      const html = renderError({ ...failure, status })
      assert.doesNotMatch(html, /<script/)
      return /<title>(.*?)<\/title>/.exec(html)?.[1]
    })
    assert.equal(new Set(titles).size, 5)
  })
})
