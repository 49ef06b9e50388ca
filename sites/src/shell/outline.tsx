import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'

import type { Strings } from './strings/strings.ts'
import type { HeadingEntry } from './views.ts'

interface OutlineProps {
  readonly headings: readonly HeadingEntry[]
  readonly strings: Strings
}

/** The outline stands beside the page where there is room, and folded above it otherwise. */
export function Outline({ headings, strings }: OutlineProps): ReactElement {
  return (
    <lectern-outline className="outline">
      <nav className="outline-wide" aria-label={strings.onThisPage}>
        <p className="outline-title">{strings.onThisPage}</p>
        <Headings headings={headings} />
      </nav>
      <nav className="outline-narrow" aria-label={strings.onThisPage}>
        <details>
          <summary>
            {strings.onThisPage}
            <Icon name="chevron-right" />
          </summary>
          <Headings headings={headings} />
        </details>
      </nav>
    </lectern-outline>
  )
}

function Headings({ headings }: { readonly headings: readonly HeadingEntry[] }) {
  const top = Math.min(...headings.map((heading) => heading.level))
  return (
    <ul>
      {headings.map((heading) => (
        <li key={heading.id} data-depth={heading.level - top}>
          <a href={`#${encodeURIComponent(heading.id)}`}>{heading.title}</a>
        </li>
      ))}
    </ul>
  )
}
