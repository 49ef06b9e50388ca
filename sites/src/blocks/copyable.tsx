import { createElement, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

/** The custom element adds a button that copies the text marked `data-copied`; it needs scripts. */
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
