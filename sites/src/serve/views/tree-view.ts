import type { Page } from '@lectern/contract/pages.ts'

import type { TreeEntry, TreeView } from '#/model.ts'

import { pageHref, type PageReading, type Reading } from './reading.ts'
import { destinationOf } from './references.ts'

/** The entries of the tree, without hidden pages: the same for every page of the space. */
export function treeEntries(reading: Reading): readonly TreeEntry[] {
  return entriesOf(reading, reading.revision.pages)
}

export function treeView(
  entries: readonly TreeEntry[],
  { current }: Pick<PageReading, 'current'>,
): TreeView {
  return {
    entries,
    openAlong: [...current.parents.map(({ id }) => id), current.page.id],
  }
}

function entriesOf(reading: Reading, pages: readonly Page[]): readonly TreeEntry[] {
  return pages.flatMap((page) => {
    const entry = entryOf(reading, page)
    return entry === undefined ? [] : [entry]
  })
}

function entryOf(reading: Reading, page: Page): TreeEntry | undefined {
  if (page.type === 'computed' || page.hidden === true) return undefined
  const shown = {
    id: page.id,
    title: page.title,
    ...(page.emoji !== undefined && { emoji: page.emoji }),
    ...(page.icon !== undefined && { icon: page.icon }),
  }
  if (page.type === 'link') {
    const href = destinationOf(reading, page.target)?.href
    return href === undefined ? undefined : { ...shown, kind: 'link', href, children: [] }
  }
  const children = entriesOf(reading, page.pages)
  if (page.type === 'group') {
    return children.length === 0 ? undefined : { ...shown, kind: 'group', children }
  }
  const href = pageHref(reading.place, reading.revision, page)
  return { ...shown, kind: 'page', href, children }
}
