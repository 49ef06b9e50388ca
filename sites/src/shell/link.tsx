import type { ReactElement, ReactNode } from 'react'

import { safeHref } from '#/urls.ts'

interface LinkProps {
  readonly href: string | undefined
  readonly className?: string
  readonly rel?: string
  readonly isCurrent?: boolean
  /** Whether the link opens in a new tab. */
  readonly inNewTab?: boolean
  readonly children: ReactNode
}

/** A link if its address is safe; its text alone otherwise. */
export function Link(props: LinkProps): ReactElement {
  const href = props.href === undefined ? undefined : safeHref(props.href)
  const { className, children } = props
  if (href === undefined) return <span className={className}>{children}</span>
  return (
    <a
      className={className}
      href={href}
      aria-current={props.isCurrent === true ? 'page' : undefined}
      target={props.inNewTab === true ? '_blank' : undefined}
      rel={props.rel ?? (props.inNewTab === true ? 'noopener' : undefined)}
    >
      {children}
    </a>
  )
}

/** Whether a link opens a new tab, as the settings say for links that leave the site. */
export function leavesInNewTab(
  href: string | undefined,
  target: 'self' | 'blank',
): boolean {
  return target === 'blank' && href !== undefined && /^https?:/i.test(href)
}
