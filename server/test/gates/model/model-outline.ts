import type { Tree } from './model-state.ts'
import { childrenOf } from './model-tree.ts'

/** A page in a tree as it is read: with its address, in the order of the tree. */
export interface Line {
  readonly id: string
  readonly title: string
  readonly path: string
}

export function outlineOf(tree: Tree, parent = '', above = ''): readonly Line[] {
  return childrenOf(tree, parent).flatMap(({ id, title, slug }) => {
    const path = above === '' ? slug : `${above}/${slug}`
    return [{ id, title, path }, ...outlineOf(tree, id, path)]
  })
}
