import { positionBetween } from '@lectern/content/tree/positions.ts'

import type { Page, Tree } from './model-state.ts'
import { find, isInside, mergeBodies, samePage } from './model-tree.ts'

/** What both sides become together, or what only a person can decide. */
type Merged =
  | { readonly tree: Tree; readonly conflicts: readonly [] }
  | { readonly tree: undefined; readonly conflicts: readonly string[] }

/** Two versions of the content that came from one base. */
interface ThreeTrees {
  readonly base: Tree
  readonly ours: Tree
  readonly theirs: Tree
}

/** A page that one side alone changed is that side's; what both changed is looked at field by field. */
export function merged({ base, ours, theirs }: ThreeTrees): Merged {
  const ids = new Set([...base, ...ours, ...theirs].map(({ id }) => id))
  const conflicts: string[] = []
  const tree: Page[] = []
  for (const id of ids) {
    const [was, mine, its] = [find(base, id), find(ours, id), find(theirs, id)]
    if (mine !== undefined && its !== undefined) {
      const page = mergedPage(was, mine, its, (field) => conflicts.push(`${field} ${id}`))
      tree.push(page)
      continue
    }
    const left = mine ?? its
    if (left === undefined) continue
    if (was === undefined) tree.push(left)
    else if (!samePage(left, was)) conflicts.push(`delete ${id}`)
  }
  if (conflicts.length > 0) {
    return { tree: undefined, conflicts: [...new Set(conflicts)].toSorted() }
  }
  return isWhole(tree)
    ? { tree, conflicts: [] }
    : { tree: undefined, conflicts: ['structure'] }
}

function mergedPage(
  was: Page | undefined,
  mine: Page,
  its: Page,
  conflict: (field: string) => void,
): Page {
  const either = <Value>(field: string, of: (page: Page) => Value): Value => {
    const values = [was && of(was), of(mine), of(its)].map((value) =>
      JSON.stringify(value),
    )
    const [before, ours, theirs] = values
    if (ours !== theirs && ours !== before && theirs !== before) conflict(field)
    return ours === before ? of(its) : of(mine)
  }
  const place = either('place', ({ parent, position }) => ({ parent, position }))
  const body = was === undefined ? mine.body : mergeBodies(was.body, mine.body, its.body)
  if (body === undefined) conflict('body')
  return {
    id: mine.id,
    ...place,
    title: either('attribute', ({ title }) => title),
    slug: either('attribute', ({ slug }) => slug),
    body: body ?? mine.body,
  }
}

/** No page in one that is gone, none in itself, and no address that means two pages. */
function isWhole(tree: Tree): boolean {
  return tree.every((page) => {
    const { id, parent, slug } = page
    if (parent === '') return isAlone(tree, page)
    const isThere = find(tree, parent) !== undefined
    return isThere && !isInside(tree, parent, id) && isAlone(tree, { id, parent, slug })
  })
}

function isAlone(tree: Tree, { id, parent, slug }: Pick<Page, 'id' | 'parent' | 'slug'>) {
  return tree.every(
    (other) => other.id === id || other.parent !== parent || other.slug !== slug,
  )
}

/**
 * What a merge writes into the main content: pages that come to a place where another one stands
 * already go right behind it, by their ids.
 */
export function apart(tree: Tree, main: Tree): Tree {
  const changed = tree.filter((page) => {
    const before = find(main, page.id)
    return before === undefined || !samePage(page, before)
  })
  const coming = changed
    .filter((page) => {
      const before = find(main, page.id)
      return before?.parent !== page.parent || before.position !== page.position
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const last = new Map<string, string>()
  const positions = new Map<string, string>()
  for (const { id, parent, position } of coming) {
    const standing = main
      .filter((page) => page.parent === parent && find(changed, page.id) === undefined)
      .map((page) => page.position)
    const place = `${parent} ${position}`
    const behind = last.get(place) ?? (standing.includes(position) ? position : undefined)
    const [next] = standing.filter((each) => each > position).toSorted()
    const free = behind === undefined ? position : positionBetween(behind, next)
    last.set(place, free)
    positions.set(id, free)
  }
  return tree.map((page) => ({
    ...page,
    position: positions.get(page.id) ?? page.position,
  }))
}
