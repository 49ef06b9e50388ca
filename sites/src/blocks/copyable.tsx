import { createElement, type ReactNode } from 'react'

import { classNames } from './class-names.ts'

/** A custom element around content; its script adds a button that copies the `data-copied` text. */
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
