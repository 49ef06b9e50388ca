import { comparePositions } from '@lectern/content/tree/positions.ts'

import type { Body, Page, Tree } from './model-state.ts'

export function find(tree: Tree, id: string): Page | undefined {
  return tree.find((page) => page.id === id)
}

export function has(tree: Tree, id: string): boolean {
  return find(tree, id) !== undefined
}

export function childrenOf(tree: Tree, parent: string): readonly Page[] {
  return tree.filter((page) => page.parent === parent).toSorted(comparePositions)
}

/** Whether a page is another, or stands below it. */
export function isInside(tree: Tree, id: string, above: string): boolean {
  const seen = new Set<string>()
  for (let each = id; each !== '' && !seen.has(each);) {
    if (each === above) return true
    seen.add(each)
    each = find(tree, each)?.parent ?? ''
  }
  return false
}

export function sameTree(one: Tree, other: Tree): boolean {
  return (
    one.length === other.length &&
    one.every((page) => {
      const twin = find(other, page.id)
      return twin !== undefined && samePage(page, twin)
    })
  )
}

export function samePage(one: Page, other: Page): boolean {
  return (
    one.parent === other.parent &&
    one.position === other.position &&
    one.slug === other.slug &&
    one.title === other.title &&
    one.body.join('\n') === other.body.join('\n')
  )
}

/** Undefined where both sides changed the same paragraph in different ways. */
export function mergeBodies(base: Body, ours: Body, theirs: Body): Body | undefined {
  const both = ours.map((mine, index) => {
    const [was, its] = [base[index], theirs[index]]
    if (mine === its || its === was) return mine
    return mine === was ? its : undefined
  })
  return both.every((text) => text !== undefined) ? both : undefined
}
