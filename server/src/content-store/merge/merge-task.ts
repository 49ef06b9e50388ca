import { mergeTrees } from '@lectern/content/merge/merge-trees.ts'
import type { ContentTree } from '@lectern/content/tree/entries.ts'

import type { MergeOutcome, MergeWork } from './merge-work.ts'
import { documentIn } from './merged-entry.ts'

/**
 * Merges the entries and variables of two sides with their base, on a separate thread.
 * @public loaded by name
 */
export function mergeContent(work: MergeWork): MergeOutcome {
  const { base, ours, theirs, around, resolutions } = work
  const known = new Map(around.map((entry) => [entry.id, entry]))
  const { tree, conflicts } = mergeTrees(treeOf(base), treeOf(ours), treeOf(theirs), {
    resolutions: new Map(resolutions),
    around: {
      entry: (id) => known.get(id),
      children: (parent) => around.filter((entry) => entry.parent === parent),
    },
  })
  const entries = [...tree.entries.values()]
  const given = new Set(
    [...ours.entries, ...theirs.entries].map(({ id, body }) => `${id} ${body}`),
  )
  const texts = entries.flatMap((entry) => {
    const { id, body } = entry
    const isNew =
      body !== undefined && documentIn(entry) === undefined && !given.has(`${id} ${body}`)
    return isNew ? [[id, body] as const] : []
  })
  return { entries, variables: tree.variables, conflicts, texts }
}

function treeOf({ entries, variables }: MergeWork['base']): ContentTree {
  return { entries: new Map(entries.map((entry) => [entry.id, entry])), variables }
}
