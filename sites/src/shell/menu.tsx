import type { ReactElement, ReactNode } from 'react'

import { Icon } from '#/icons/icon.tsx'

interface MenuProps {
  readonly label: ReactNode
  /** The accessible name, for a label that is only a picture. */
  readonly name?: string
  readonly className?: string
  readonly hasChevron?: boolean
  readonly children: ReactNode
}

/** A menu that opens and closes without a script, which adds Escape and clicks outside. */
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
