import type { ReactElement } from 'react'

import { hasNamedIcon, NamedIcon } from '#/icons/named-icon.tsx'

interface PageMarkProps {
  readonly emoji?: string | undefined
  readonly icon?: string | undefined
}

/** The emoji or icon in front of a title: an ornament, which screen readers skip. */
export function PageMark({ emoji, icon }: PageMarkProps): ReactElement | undefined {
  if (emoji !== undefined && emoji !== '') {
    return (
      <span className="page-mark" aria-hidden="true">
        {emoji}
      </span>
    )
  }
  if (icon === undefined || !hasNamedIcon(icon)) return undefined
  return (
    <span className="page-mark">
      <NamedIcon name={icon} />
    </span>
  )
}
