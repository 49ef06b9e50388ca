import { createElement, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

/** The element adds a button that copies what is marked `data-copied`; without scripts there is none. */
export function Copyable({
  className,
  children,
}: {
  className?: string | undefined
  children: ReactNode
}) {
  return createElement(
    'lectern-copy',
    { class: classNames('copyable', className) },
    children,
  )
}
