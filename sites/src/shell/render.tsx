import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import type { FootView, FrameView, HeadView, TreeView } from '#/model.ts'

import { Actions } from './actions.tsx'
import { announcementMark } from './announcement.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { composeDocument, opening } from './document.ts'
import { ErrorPage, wordsFor } from './error-page.tsx'
import { errorStyle } from './error-style.ts'
import { After } from './footer.tsx'
import { Foot } from './foot.tsx'
import { Head } from './head.tsx'
import { Before, NarrowLinks, NarrowMenu } from './header.tsx'
import { Empty, Missing } from './missing.tsx'
import { Outline } from './outline.tsx'
import { SearchPage } from './search-page.tsx'
import { stringsFor } from './strings/strings-for.ts'
import { Tree } from './tree.tsx'
import type {
  ActionsView,
  Breadcrumb,
  DocumentParts,
  ErrorView,
  Frame,
  HeadingEntry,
  MissingView,
  SearchPageView,
} from './views.ts'

export { errorStyleHash } from './error-style.ts'
export { themeScriptHash } from './theme-script.ts'

/** This file renders the parts around the body of a page, each a separate string for the cache. */

const render = (element: ReactElement) => renderToStaticMarkup(element)

/** The content of `<head>` after the character set and the viewport. */
export function renderHead(view: HeadView): string {
  return render(<Head view={view} />)
}

export function renderFrame(view: FrameView): Frame {
  const strings = stringsFor(view.language)
  const mark = announcementMark(view)
  return {
    ...(mark !== undefined && { announcementMark: mark }),
    before: render(<Before view={view} strings={strings} />),
    menu: render(<NarrowMenu view={view} strings={strings} />),
    menuEnd: render(<NarrowLinks view={view} strings={strings} />),
    after: render(<After view={view} strings={strings} />),
  }
}

export function renderTree(view: TreeView, language: string): string {
  if (view.entries.length === 0) return ''
  return render(<Tree view={view} strings={stringsFor(language)} />)
}

export function renderBreadcrumbs(
  entries: readonly Breadcrumb[],
  language: string,
): string {
  if (entries.length === 0) return ''
  return render(<Breadcrumbs entries={entries} strings={stringsFor(language)} />)
}

export function renderActions(view: ActionsView, language: string): string {
  if ((view.markdownHref ?? view.assistantsUrl ?? view.pdfHref) === undefined) return ''
  return render(<Actions view={view} strings={stringsFor(language)} />)
}

const outlineLevels = 3

/** The outline, with the upper levels of headings; empty if these are fewer than two. */
export function renderOutline(
  headings: readonly HeadingEntry[],
  language: string,
): string {
  const top = Math.min(...headings.map(({ level }) => level))
  const shown = headings.filter(({ level }) => level < top + outlineLevels)
  if (shown.length < 2) return ''
  return render(<Outline headings={shown} strings={stringsFor(language)} />)
}

export function renderFoot(view: FootView, language: string): string {
  return render(<Foot view={view} language={language} strings={stringsFor(language)} />)
}

export function renderMissing(view: MissingView): string {
  return render(<Missing view={view} strings={stringsFor(view.language)} />)
}

export function renderEmpty(language: string): string {
  return render(<Empty strings={stringsFor(language)} />)
}

export function renderSearchPage(view: SearchPageView): string {
  return render(<SearchPage view={view} strings={stringsFor(view.language)} />)
}

/** A whole error document, without a script and with its style inside. */
export function renderError(view: ErrorView): string {
  const strings = stringsFor(view.language)
  const head = render(
    <>
      <title>{wordsFor(view.status, strings).title}</title>
      <meta name="robots" content="noindex" />
    </>,
  )
  const body = render(<ErrorPage view={view} strings={strings} />)
  return `${opening(view.language, view.direction, '')}${head}<style>${errorStyle}</style></head>\n<body>${body}</body>\n</html>\n`
}

/** A whole document from parts that were rendered before. */
export function renderDocument(parts: DocumentParts): string {
  return composeDocument(parts)
}
