import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import type { TreeEntry, TreeView } from '#/model.ts'

import { Link } from './link.tsx'
import { PageMark } from './page-mark.tsx'
import { fill } from './strings/strings-for.ts'
import type { Strings } from './strings/strings.ts'

/** The most entries of a whole tree; a larger one leaves out the branches that are closed. */
export const entriesMax = 400

interface Place {
  readonly strings: Strings
  readonly open: ReadonlySet<string>
  readonly current: string | undefined
  readonly isLarge: boolean
}

export function Tree(props: { readonly view: TreeView; readonly strings: Strings }) {
  const { view, strings } = props
  const place: Place = {
    strings,
    open: new Set(view.openAlong),
    current: view.openAlong.at(-1),
    isLarge: count(view.entries, entriesMax) > entriesMax,
  }
  return (
    <lectern-tree>
      <nav className="tree" aria-label={strings.tableOfContents}>
        <Entries entries={view.entries} place={place} />
      </nav>
    </lectern-tree>
  )
}

interface EntriesProps {
  readonly entries: readonly TreeEntry[]
  readonly place: Place
}

function Entries({ entries, place }: EntriesProps): ReactElement {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id} className={entry.kind === 'group' ? 'tree-group' : undefined}>
          {entry.kind === 'group' ? (
            <Group entry={entry} place={place} />
          ) : (
            <Page entry={entry} place={place} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  readonly entry: TreeEntry
  readonly place: Place
}

function Group({ entry, place }: EntryProps): ReactElement {
  return (
    <>
      <p className="tree-heading">
        <PageMark emoji={entry.emoji} icon={entry.icon} />
        {entry.title}
      </p>
      {entry.children.length > 0 && <Entries entries={entry.children} place={place} />}
    </>
  )
}

function Page({ entry, place }: EntryProps): ReactElement {
  const isOpen = place.open.has(entry.id)
  const hasBranch = entry.children.length > 0
  return (
    <>
      <Link
        className="tree-link"
        href={entry.href}
        isCurrent={entry.id === place.current}
      >
        <PageMark emoji={entry.emoji} icon={entry.icon} />
        <span>{entry.title}</span>
      </Link>
      {hasBranch && (isOpen || !place.isLarge) && (
        <details className="tree-branch" data-id={entry.id} open={isOpen}>
          <summary aria-label={fill(place.strings.pagesUnder, { title: entry.title })}>
            <Icon name="chevron-right" />
          </summary>
          <Entries entries={entry.children} place={place} />
        </details>
      )}
    </>
  )
}

/** The number of entries; counting stops beyond the limit. */
function count(entries: readonly TreeEntry[], max: number): number {
  let total = 0
  for (const entry of entries) {
    if (total > max) return total
    total += 1 + count(entry.children, max - total)
  }
  return total
}
