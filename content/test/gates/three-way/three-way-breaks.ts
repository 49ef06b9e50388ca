import { mergeBodies } from '#/merge/merge-bodies.ts'
import { mergeTrees } from '#/merge/merge-trees.ts'
import { read } from '#/read/read.ts'
import type { Reading } from '#/read/reading.ts'
import type { MergeBodies } from './three-way-check-bodies.ts'
import type { MergeTrees } from './three-way-check-trees.ts'

export type Break =
  | 'takes ours in a conflict'
  | 'loses a block'
  | 'forgets a conflict'
  | 'depends on the order of the sides'
  | 'deletes an edited page'
  | 'lets two pages share an address'
  | 'leaves moved pages where they were'

export const breaks: readonly Break[] = [
  'takes ours in a conflict',
  'loses a block',
  'forgets a conflict',
  'depends on the order of the sides',
  'deletes an edited page',
  'lets two pages share an address',
  'leaves moved pages where they were',
]

/** The same pages are read for every check of a triple. */
const readingsMax = 200
const readings = new Map<string, Reading>()

function readOnce(markdown: string): Reading {
  const known = readings.get(markdown)
  if (known !== undefined) return known
  if (readings.size >= readingsMax) readings.clear()
  const reading = read(markdown)
  readings.set(markdown, reading)
  return reading
}

/** The merge of bodies, with a defect in it if one is planted. */
export function brokenBodies(broken: Break | undefined): MergeBodies {
  return (base, ours, theirs, options = {}) => {
    const result = mergeBodies(base, ours, theirs, { ...options, read: readOnce })
    switch (broken) {
      case 'takes ours in a conflict':
        return result.complete ? result : { merged: ours, complete: true, conflicts: [] }
      case 'loses a block': {
        const at = result.merged.indexOf('\n\n')
        return at < 0 ? result : { ...result, merged: result.merged.slice(at + 2) }
      }
      case 'forgets a conflict': {
        const conflicts = result.conflicts.slice(1)
        return { ...result, conflicts, complete: conflicts.length === 0 }
      }
      case 'depends on the order of the sides':
        return ours > theirs && theirs !== base
          ? { ...result, merged: `${result.merged}\n` }
          : result
      default:
        return result
    }
  }
}

/** The merge of trees, with a defect in it if one is planted. */
export function brokenTrees(broken: Break | undefined): MergeTrees {
  return (base, ours, theirs, options = {}) => {
    const result = mergeTrees(base, ours, theirs, { ...options, read: readOnce })
    const without = (kind: string) => {
      const conflicts = result.conflicts.filter((conflict) => conflict.kind !== kind)
      return { ...result, conflicts, complete: conflicts.length === 0 }
    }
    const entries = new Map(result.tree.entries)
    switch (broken) {
      case 'deletes an edited page':
        for (const { kind, entry } of result.conflicts) {
          if (kind === 'delete' && entry !== undefined) entries.delete(entry)
        }
        return { ...without('delete'), tree: { ...result.tree, entries } }
      case 'lets two pages share an address':
        return without('slug')
      case 'leaves moved pages where they were':
        for (const [id, entry] of entries) {
          const was = base.entries.get(id)
          if (was !== undefined) entries.set(id, { ...entry, parent: was.parent })
        }
        return { ...result, tree: { ...result.tree, entries } }
      default:
        return result
    }
  }
}
