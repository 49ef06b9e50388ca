import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { Destination, Direction } from '#/model.ts'
import type { SearchHit } from '#/search-answer.ts'

/** A heading of the page, for the outline. Its level is that of the markup: 2 is `<h2>`. */
export interface HeadingEntry {
  readonly id: string
  readonly title: string
  readonly level: number
}

export interface Breadcrumb {
  readonly title: string
  /** Absent for a group, which has no page. */
  readonly href?: string
}

export interface ActionsView {
  readonly markdownHref?: string
  /** The whole URL of the Markdown, if assistants of others may be asked to read it. */
  readonly assistantsUrl?: string
  readonly pdfHref?: string
}

export interface MissingView {
  readonly language: string
  readonly homeHref: string
  readonly searchHref: string
  /** The search query: words of the requested path. */
  readonly query?: string
  readonly suggestions: readonly Destination[]
}

export interface SearchPageView {
  readonly language: string
  readonly searchHref: string
  readonly query: string
  readonly hits: readonly SearchHit[]
  /** Whether not everything was searched: the page says that there may be more. */
  readonly isPartial?: boolean
  /** Why nothing could be searched: the page says so, instead of "no results". */
  readonly failure?: 'away' | 'busy'
}

export interface ErrorView {
  readonly status: number
  readonly language: string
  readonly direction: Direction
  readonly homeHref?: string
  /** An id for the reader to quote to the operator of the site. */
  readonly requestId?: string
}

export interface DocumentParts {
  readonly language: string
  readonly direction: Direction
  readonly customization: SiteCustomizationSettings
  readonly head: string
  readonly frame: Frame
  /** The rendered body of the page, or the result of `renderMissing` or `renderSearchPage`. */
  readonly body: string
  readonly tree?: string
  /** Whether the tree has a column beside the page, and not only a place in the narrow menu. */
  readonly hasTreeColumn?: boolean
  readonly breadcrumbs?: string
  readonly actions?: string
  readonly outline?: string
  readonly foot?: string
  readonly width?: 'default' | 'wide'
}

export interface Frame {
  readonly before: string
  /** The content of a narrow screen's menu above and below the tree. */
  readonly menu: string
  readonly menuEnd: string
  readonly after: string
  /** The mark of the announcement, if any: browsers store it when readers hide the announcement. */
  readonly announcementMark?: string
}
