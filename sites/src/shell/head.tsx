import type { ReactElement } from 'react'

import type { HeadView } from '#/model.ts'
import { safeHref } from '#/urls.ts'

import { scriptSafeJson } from './script-json.ts'
import { themeScript } from './theme-script.ts'

export function Head({ view }: { readonly view: HeadView }): ReactElement {
  const title = fullTitle(view)
  return (
    <>
      <title>{title}</title>
      <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      {view.styles.map((href) => (
        <Place key={href} rel="stylesheet" href={href} />
      ))}
      <Place rel="stylesheet" href={view.themeHref} />
      {view.fonts.map((href) => (
        <link
          key={href}
          rel="preload"
          as="font"
          type={href.endsWith('.woff') ? 'font/woff' : 'font/woff2'}
          crossOrigin="anonymous"
          href={safeHref(href)}
        />
      ))}
      {view.scripts.map((src) => (
        <script key={src} type="module" src={safeHref(src)} />
      ))}
      {view.description !== undefined && (
        <meta name="description" content={view.description} />
      )}
      <meta
        name="robots"
        content={view.isIndexed ? 'index, follow' : 'noindex, nofollow'}
      />
      <Place rel="canonical" href={view.canonical} />
      {view.alternates.map(({ language, href }) => (
        <Place key={language} rel="alternate" hrefLang={language} href={href} />
      ))}
      <Place
        rel="alternate"
        type="text/markdown"
        title="Markdown"
        href={view.markdownHref}
      />
      <Place
        rel="alternate"
        type="application/rss+xml"
        title={view.siteTitle}
        href={view.feedHref}
      />
      <Favicon view={view} />
      <SocialPreview view={view} title={title} />
      {view.breadcrumbs.length > 0 && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptSafeJson(breadcrumbList(view)) }}
        />
      )}
    </>
  )
}

interface PlaceProps {
  readonly rel: string
  readonly href: string | undefined
  readonly type?: string
  readonly title?: string
  readonly hrefLang?: string
}

function Place({ href, ...attributes }: PlaceProps): ReactElement | undefined {
  const safe = href === undefined ? undefined : safeHref(href)
  return safe === undefined ? undefined : <link {...attributes} href={safe} />
}

function fullTitle(view: HeadView): string {
  return view.title === view.siteTitle ? view.title : `${view.title} | ${view.siteTitle}`
}

function Favicon({ view }: { readonly view: HeadView }): ReactElement | undefined {
  const { favicon, faviconHref } = view
  if (favicon !== undefined) {
    return (
      <>
        <link
          rel="icon"
          href={safeHref(favicon.light)}
          media="(prefers-color-scheme: light)"
        />
        <link
          rel="icon"
          href={safeHref(favicon.dark)}
          media="(prefers-color-scheme: dark)"
        />
      </>
    )
  }
  return <Place rel="icon" type="image/svg+xml" href={faviconHref} />
}

function SocialPreview(props: { readonly view: HeadView; readonly title: string }) {
  const { view, title } = props
  const image = view.socialImage === undefined ? undefined : safeHref(view.socialImage)
  return (
    <>
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={view.siteTitle} />
      <meta property="og:title" content={view.title} />
      <meta property="og:url" content={safeHref(view.canonical)} />
      <meta property="og:locale" content={view.language.replace('-', '_')} />
      {view.description !== undefined && (
        <meta property="og:description" content={view.description} />
      )}
      {view.updatedAt !== undefined && (
        <meta property="article:modified_time" content={view.updatedAt} />
      )}
      <meta
        name="twitter:card"
        content={image === undefined ? 'summary' : 'summary_large_image'}
      />
      <meta name="twitter:title" content={title} />
      {view.description !== undefined && (
        <meta name="twitter:description" content={view.description} />
      )}
      {image !== undefined && (
        <>
          <meta property="og:image" content={image} />
          <meta name="twitter:image" content={image} />
        </>
      )}
    </>
  )
}

function breadcrumbList(view: HeadView): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: view.breadcrumbs.map(({ title, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: absolute(href, view.canonical),
    })),
  }
}

/** The whole URL of an address; undefined for an unsafe one, so that the field is left out. */
function absolute(href: string, base: string): string | undefined {
  const safe = safeHref(href)
  if (safe === undefined || !URL.canParse(safe, base)) return undefined
  return new URL(safe, base).href
}
