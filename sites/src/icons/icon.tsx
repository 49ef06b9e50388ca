import type { ReactElement } from 'react'

import { otherNames, shapes } from './shapes.ts'

/** An icon by its name, drawn in the colour of the text; undefined for a name without a drawing. */
export function Icon({ name }: { readonly name: string }): ReactElement | undefined {
  const outline = outlineOf(name)
  if (outline === undefined) return undefined
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={outline} />
    </svg>
  )
}

export function hasIcon(name: string): boolean {
  return outlineOf(name) !== undefined
}

function outlineOf(name: string): string | undefined {
  const plain = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name
  return Object.hasOwn(shapes, plain) ? shapes[plain] : undefined
}
