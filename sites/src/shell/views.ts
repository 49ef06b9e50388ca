import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { Destination, Direction } from '#/model.ts'
import type { SearchHit } from '#/search-answer.ts'

/** A heading of the page, for the outline. Levels are those of the document: 2, 3, 4. */
export interface HeadingEntry {
  readonly id: string
  readonly title: string
  readonly level: number
}

export interface Breadcrumb {
  readonly title: string
  /** A group leads nowhere. */
  readonly href?: string
}

export interface ActionsView {
  readonly markdownHref?: string
  readonly pdfHref?: string
}

export interface MissingView {
  readonly language: string
  readonly homeHref: string
  readonly searchHref: string
  /** What to look for: words of the path that was asked for. */
  readonly query?: string
  readonly suggestions: readonly Destination[]
}

export interface SearchPageView {
  readonly language: string
  readonly searchHref: string
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Search itself failed: said so, instead of "no results". */
  readonly isUnavailable?: boolean
}

export interface ErrorView {
  readonly status: number
  readonly language: string
  readonly direction: Direction
  readonly styles: readonly string[]
  readonly homeHref?: string
  /** For the reader to quote to whoever runs the site. */
  readonly requestId?: string
}

export interface DocumentParts {
  readonly language: string
  readonly direction: Direction
  readonly customization: SiteCustomizationSettings
  readonly head: string
  readonly frame: Frame
  /** Of the body of the page, or `renderMissing`, or `renderSearchPage`. */
  readonly body: string
  readonly tree?: string
  readonly breadcrumbs?: string
  readonly actions?: string
  readonly outline?: string
  readonly foot?: string
  readonly width?: 'default' | 'wide'
}

export interface Frame {
  readonly before: string
  /** What the menu of a narrow screen shows above and below the tree. */
  readonly menu: string
  readonly menuEnd: string
  readonly after: string
  /** Of the announcement, if there is one: by it readers remember that they hid it. */
  readonly announcementMark?: string
}
