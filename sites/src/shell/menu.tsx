import type { ReactElement, ReactNode } from 'react'

import { Icon } from '#/icons/icon.tsx'

interface MenuProps {
  readonly label: ReactNode
  /** Where the label is only a picture. */
  readonly name?: string
  readonly className?: string
  readonly hasChevron?: boolean
  readonly children: ReactNode
}

/** Opens and closes by itself; a script adds that Escape and a click elsewhere close it. */
export function Menu(props: MenuProps): ReactElement {
  const { label, name, className = '', hasChevron = true, children } = props
  return (
    <lectern-menu>
      <details className={`menu ${className}`.trim()} name="menus">
        <summary className="menu-button" aria-label={name}>
          {label}
          {hasChevron && <Icon name="chevron-down" />}
        </summary>
        <div className="menu-panel">{children}</div>
      </details>
    </lectern-menu>
  )
}
