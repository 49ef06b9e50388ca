import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { AssetRef, ContentRef } from '@lectern/content/document/references.ts'
import type { ApiPart } from '@lectern/content/openapi/model.ts'
import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

/**
 * The parts of a page of a site. Each part is rendered and cached separately, under a key of its
 * content; links are resolved and conditions decided before anything is rendered.
 */

export type Direction = 'ltr' | 'rtl'

/** A resolved link target: `href` is ready for an attribute. */
export interface Destination {
  readonly href: string
  readonly title: string
  readonly isExternal: boolean
  /** The emoji or icon of the target page. */
  readonly emoji?: string
  readonly icon?: string
  readonly description?: string
}

export interface Asset {
  readonly src: string
  readonly name: string
  readonly contentType?: string
  readonly bytes?: number
  readonly width?: number
  readonly height?: number
  /** True for a file given by its URL, rather than stored by Lectern. */
  readonly isExternal?: true
}

/** A diagram: its drawings for light and dark pages, or the reason why there are none. */
export type Diagram =
  | {
      readonly kind: 'drawn'
      readonly light: string
      readonly dark: string
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'coming' }
  | { readonly kind: 'failed'; readonly failure: 'invalid' | 'expensive' }

/** Operations, webhooks and shared schemas of specifications, by the names of `partName`. */
export interface ApiParts {
  /** Undefined if the specification cannot be read; `gone` if it no longer has the part. */
  readonly part: (
    spec: string,
    kind: ApiPart['kind'],
    name: string,
  ) => ApiPart | 'gone' | undefined
  /** The place of the site that shows a shared schema, other than the page itself. */
  readonly schemaHref: (spec: string, name: string) => string | undefined
}

/** The surroundings of a document that its body needs to be rendered. */
export interface BodyContext {
  readonly language: string
  readonly direction: Direction
  /** The destination of a reference; undefined if it is gone or not visible to this reader. */
  readonly resolve: (ref: ContentRef) => Destination | undefined
  readonly asset: (ref: AssetRef) => Asset | undefined
  /** The document of a reusable content; undefined when it is gone. */
  readonly reusable: (id: string) => JSONDocument | undefined
  /** The diagram of a source; absent or undefined as long as only the source can be shown. */
  readonly diagram?: (source: string) => Diagram | undefined
  readonly api?: ApiParts
  /** Where this site takes requests to send for readers; absent if it sends none. */
  readonly tryProxyHref?: string
  readonly opensExternalLinksInNewTab: boolean
  /** The page that search buttons open, with the words as `q`; if absent, only their text shows. */
  readonly searchHref?: string
}

export interface BodyView {
  readonly title: string
  readonly description?: string
  readonly emoji?: string
  readonly icon?: string
  readonly cover?: {
    readonly asset: Asset
    readonly dark?: Asset
    readonly y: number
    readonly size: 'hero' | 'full'
  }
  readonly layout: {
    readonly title: boolean
    readonly description: boolean
    readonly outline: boolean
    readonly tableOfContents: boolean
    readonly pagination: boolean
    readonly metadata: boolean
    readonly width: 'default' | 'wide'
  }
  readonly document: JSONDocument
  readonly context: BodyContext
  /**
   * Set for a page of a print: the id of the page's title, which begins all ids of the page, and by
   * how many levels its headings are lowered.
   */
  readonly among?: { readonly id: string; readonly levelsLower: number }
}

/** One line of the tree beside a page. A group has no `href`. */
export interface TreeEntry {
  readonly id: string
  readonly kind: 'page' | 'group' | 'link'
  readonly title: string
  readonly href?: string
  readonly emoji?: string
  readonly icon?: string
  readonly children: readonly TreeEntry[]
}

export interface TreeView {
  readonly entries: readonly TreeEntry[]
  /** Ids from the root to the current page: the branches to open. */
  readonly openAlong: readonly string[]
}

export interface NavigationLink {
  readonly title: string
  readonly href?: string
  readonly style: 'link' | 'button-primary' | 'button-secondary'
  readonly links: readonly { readonly title: string; readonly href: string }[]
}

export interface SectionEntry {
  readonly title: string
  readonly href?: string
  readonly icon?: string
  readonly description?: string
  readonly isCurrent: boolean
  /** Whether it leads elsewhere, in a new tab. */
  readonly inNewTab?: boolean
  /** The sections of a group; empty for a section. */
  readonly children: readonly SectionEntry[]
}

/** A version or language of the current section, linked to the same page where it has one. */
export interface VariantEntry {
  readonly title: string
  readonly href: string
  readonly language?: string
  readonly isCurrent: boolean
}

/** The content of the frame around a page: announcement, header, sections, variants and footer. */
export interface FrameView {
  readonly siteTitle: string
  readonly homeHref: string
  readonly language: string
  readonly direction: Direction
  readonly customization: SiteCustomizationSettings
  readonly logo?: { readonly light: string; readonly dark: string }
  readonly footerLogo?: { readonly light: string; readonly dark: string }
  readonly headerLinks: readonly NavigationLink[]
  readonly sections: readonly SectionEntry[]
  readonly variants: readonly VariantEntry[]
  readonly footerGroups: readonly {
    readonly title: string
    readonly links: readonly { readonly title: string; readonly href: string }[]
  }[]
  /** The URL of the search page, which works without JavaScript. */
  readonly searchHref: string
  readonly announcement?: {
    readonly message: string
    readonly style: 'info' | 'warning' | 'danger' | 'success'
    readonly link?: { readonly title: string; readonly href: string }
  }
}

export interface FootView {
  readonly previous?: Destination
  readonly next?: Destination
  readonly updatedAt?: string
  readonly editHref?: string
  readonly markdownHref?: string
  readonly pdfHref?: string
  /** The URL that feedback is sent to; absent when feedback is switched off. */
  readonly feedbackHref?: string
}

export interface HeadView {
  readonly title: string
  readonly siteTitle: string
  readonly description?: string
  readonly canonical: string
  readonly language: string
  readonly direction: Direction
  readonly isIndexed: boolean
  readonly alternates: readonly { readonly language: string; readonly href: string }[]
  readonly socialImage?: string
  readonly favicon?: { readonly light: string; readonly dark: string }
  /** The URL of a picture that is drawn here, in place of `favicon`. */
  readonly faviconHref?: string
  readonly breadcrumbs: readonly { readonly title: string; readonly href: string }[]
  readonly markdownHref?: string
  readonly feedHref?: string
  readonly updatedAt?: string
  /** The paths of the built assets, whose names hold a hash. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** The paths of the fonts that the page needs at once. */
  readonly fonts: readonly string[]
  /** The path of the style sheet with the site's own colours and fonts. */
  readonly themeHref: string
}
