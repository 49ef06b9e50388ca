import { createElement, type ReactNode } from 'react'

import type { HeadingLevel } from '#/blocks/page.ts'
import type { ApiView } from './view.ts'

interface SectionProps {
  readonly title: ReactNode
  readonly view: ApiView
  readonly id?: string | undefined
  readonly children: ReactNode
}

/** A part of an operation under a heading of its own. */
export function Section({ title, view, id, children }: SectionProps) {
  return (
    <div className="api-section">
      {createElement(`h${view.level}`, { className: 'api-section-title', id }, title)}
      {children}
    </div>
  )
}

interface FoldedSectionProps extends SectionProps {
  /** What it comes to, in a few words. */
  readonly gist: string
}

/** A part that most operations have in common, folded under its heading. */
export function FoldedSection({ title, gist, view, children }: FoldedSectionProps) {
  return (
    <details className="api-folded" open={view.page.isPrinted}>
      <summary>
        <span className="api-section-title">{title}</span>
        <span className="api-gist">{gist}</span>
      </summary>
      {children}
    </details>
  )
}

export function belowLevel(level: HeadingLevel): HeadingLevel {
  const lower = { 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const
  return lower[level]
}
