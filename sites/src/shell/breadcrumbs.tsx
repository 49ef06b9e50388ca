import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'

import { Link } from './link.tsx'
import type { Strings } from './strings/strings.ts'
import type { Breadcrumb } from './views.ts'

interface BreadcrumbsProps {
  readonly entries: readonly Breadcrumb[]
  readonly strings: Strings
}

export function Breadcrumbs({ entries, strings }: BreadcrumbsProps): ReactElement {
  return (
    <nav className="breadcrumbs" aria-label={strings.breadcrumbs}>
      <ol>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line no-array-index-key -- never reordered: rendered once, as text
          <li key={index}>
            {index > 0 && <Icon name="chevron-right" />}
            <Link href={entry.href}>{entry.title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
