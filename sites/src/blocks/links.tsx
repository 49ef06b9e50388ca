import type { ContentRef } from '@lectern/content/document/references.ts'
import type { ReactNode } from 'react'

import type { BodyContext, Destination } from '#/model.ts'
import { label } from './bounds.ts'
import type { Page } from './page.ts'
import { safeHref } from '#/urls.ts'

/** The destination of a reference; undefined if it has none that may be linked to. */
export function destinationOf(
  { context }: Page,
  ref: ContentRef | undefined,
): Destination | undefined {
  const destination = ref === undefined ? undefined : context.resolve(ref)
  if (destination === undefined) return undefined
  const href = safeHref(destination.href)
  return href === undefined ? undefined : { ...destination, href }
}

/** The destination of a bare URL, taken as outside of the site; undefined for an unsafe URL. */
export function outside(url: string): Destination | undefined {
  const href = safeHref(url)
  if (href === undefined) return undefined
  const target = URL.parse(href)
  const host = target?.hostname.replace(/^www\./u, '')
  const shown = label(href.replace(/^https?:\/\/(?:www\.)?/iu, ''))
  return { href, title: label(host || href), description: shown, isExternal: true }
}

interface AnchorProps {
  readonly to: Destination
  readonly page: Page
  readonly className?: string | undefined
  readonly title?: string | undefined
  readonly name?: string | undefined
  readonly children?: ReactNode
}

export function Anchor({ to, page, className, title, name, children }: AnchorProps) {
  return (
    <a
      href={to.href}
      className={className}
      title={title}
      aria-label={name}
      {...windowProps(to, page.context)}
    >
      {children}
    </a>
  )
}

function windowProps(
  { isExternal }: Destination,
  { opensExternalLinksInNewTab }: BodyContext,
): { target?: string; rel?: string } {
  if (!isExternal) return {}
  return opensExternalLinksInNewTab
    ? { target: '_blank', rel: 'noopener noreferrer' }
    : { rel: 'noopener' }
}
