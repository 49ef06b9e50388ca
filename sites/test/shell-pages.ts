import type { Assets } from '#/assets/assets.ts'
import type { Direction, FrameView, TreeView } from '#/model.ts'
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
} from '#/shell/render.tsx'

import {
  customization,
  footView,
  frameView,
  headings,
  headView,
  hits,
  treeView,
} from './shell-views.ts'

export interface ShellPagesOptions {
  readonly customization?: typeof customization
  readonly language?: string
  readonly direction?: Direction
  readonly tree?: TreeView
  readonly variants?: FrameView['variants']
}

/** A page of each kind, as a whole document. */
export function shellPages(options: ShellPagesOptions, assets: Assets) {
  const { language = 'en', direction = 'ltr' } = options
  const settings = options.customization ?? customization
  const styles = assets.styles.map(assetHref)
  const scripts = assets.scripts.map(assetHref)
  const common = {
    language,
    direction,
    customization: settings,
    frame: renderFrame({
      ...frameView,
      ...(options.variants && { variants: options.variants }),
      language,
      direction,
      customization: settings,
    }),
  }
  const head = (title: string) =>
    renderHead({ ...headView, title, language, direction, styles, scripts })
  const tree = renderTree(options.tree ?? treeView, language)
  return {
    page: () =>
      renderDocument({
        ...common,
        ...pageParts(language),
        head: head('Docker Compose'),
        tree,
      }),
    short: () =>
      renderDocument({ ...common, head: head('Short'), tree, body: '<h1>Short</h1>' }),
    missing: () =>
      renderDocument({ ...common, head: head('404'), tree, body: missingBody(language) }),
    search: (query: string) =>
      renderDocument({
        ...common,
        head: head('Search'),
        tree,
        body: searchBody(language, query),
      }),
    error: () =>
      renderError({
        status: 503,
        language,
        direction,
        homeHref: '/',
        requestId: 'req-2f6c',
      }),
  }
}

const assetHref = (name: string) => `/~assets/${name}`

function pageParts(language: string) {
  return {
    body: sampleBody,
    breadcrumbs: renderBreadcrumbs(
      [{ title: 'Basics' }, { title: 'Install', href: '/install' }],
      language,
    ),
    actions: renderActions(
      {
        markdownHref: '/install-compose.md',
        assistantsUrl: 'https://docs.example.com/install-compose.md',
        pdfHref: '/install-compose.pdf',
      },
      language,
    ),
    outline: renderOutline(headings, language),
    foot: renderFoot(footView, language),
  }
}

function missingBody(language: string): string {
  return renderMissing({
    language,
    homeHref: '/',
    searchHref: '/search',
    query: 'instal compose',
    suggestions: [
      {
        href: '/install-compose',
        title: 'Docker Compose',
        description: 'Run Halyard and everything it needs with one file.',
        isExternal: false,
      },
      { href: '/install', title: 'Install', isExternal: false },
    ],
  })
}

function searchBody(language: string, query: string): string {
  return renderSearchPage({
    language,
    searchHref: '/search',
    query,
    hits: hitsFor(query),
    isPartial: isPartial(query),
  })
}

export function hitsFor(query: string) {
  return query === '' || query.includes('nothing') ? [] : hits
}

/** Whether the sample site says that it had no time for everything. */
export function isPartial(query: string): boolean {
  return query.includes('much')
}

const paragraph =
  '<p>Halyard keeps its state in one database and nothing else, so that a single file describes all of it. Read <a href="/configure">how it is configured</a> first, then come back: the <a href="https://example.com/reference">reference</a> names every setting.</p>'

const sampleBody = `<header><h1>Docker Compose</h1><p>Run Halyard and everything it needs with one file.</p></header>
${headings.map(({ id, title, level }) => `<h${level} id="${id}">${title}</h${level}>${paragraph.repeat(3)}`).join('\n')}`
