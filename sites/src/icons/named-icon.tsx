import type { ReactElement } from 'react'

import { hasIcon, Icon } from './icon.tsx'
import { drawnIcon } from './icon-set.ts'

/** An icon by the name that an author gave; undefined for a name without a drawing. */
export function NamedIcon({ name }: { readonly name: string }): ReactElement | undefined {
  const drawn = drawnIcon(name)
  if (drawn === undefined) return hasIcon(name) ? <Icon name={name} /> : undefined
  const { box, solid, regular } = drawn
  const hasBoth = solid !== undefined && regular !== undefined
  // Which of both is shown is a setting of the site, which its style sheet knows.
  return (
    <svg className="icon drawn" viewBox={box} aria-hidden="true" focusable="false">
      {regular !== undefined && (
        <path className={hasBoth ? 'icon-regular' : undefined} d={regular} />
      )}
      {solid !== undefined && (
        <path className={hasBoth ? 'icon-solid' : undefined} d={solid} />
      )}
    </svg>
  )
}

export function hasNamedIcon(name: string): boolean {
  return drawnIcon(name) !== undefined || hasIcon(name)
}
