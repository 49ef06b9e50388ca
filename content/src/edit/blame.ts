import { commonSubsequence } from '#/compare/sequence.ts'
import { fingerprint } from '#/document/fingerprint.ts'
import type { Block } from '#/document/nodes.ts'

import { innerBlocks, shell } from './nested.ts'

/** Blocks to be written anew as a whole, and the containers with such blocks inside. */
export type Anew = ReadonlyMap<Block, 'whole' | 'inside'>

/** The wanted blocks that came out differently, or that have an unwanted block beside them. */
export function blame(wanted: readonly Block[], found: readonly Block[]): Anew {
  const anew = new Map<Block, 'whole' | 'inside'>()
  visit(wanted, found)
  return anew

  function visit(left: readonly Block[], right: readonly Block[]): void {
    const same = commonSubsequence(left.map(fingerprint), right.map(fingerprint))
    let from = 0
    let fromFound = 0
    for (const [to, toFound] of [...same, [left.length, right.length] as const]) {
      const [only, ...more] = left.slice(from, to)
      const [its, ...others] = right.slice(fromFound, toFound)
      if (only && its && more.length + others.length === 0 && goInside(only, its)) {
        anew.set(only, 'inside')
      } else if (to > from || toFound > fromFound) {
        // For blocks that ran together it is often enough to rewrite all but the first.
        const first = more.length > 0 ? from + 1 : Math.min(from, left.length - 1)
        for (const block of left.slice(first, Math.max(to, first + 1))) {
          anew.set(block, 'whole')
        }
      }
      from = to + 1
      fromFound = toFound + 1
    }
  }

  function goInside(left: Block, right: Block): boolean {
    const [inner, itsInner] = [innerBlocks(left), innerBlocks(right)]
    if (!inner || !itsInner || left.type !== right.type) return false
    if (fingerprint(shell(left)) !== fingerprint(shell(right))) return false
    visit(inner, itsInner)
    return true
  }
}

/** The blocks blamed before and now; a block that was written as a whole stays so. */
export function joined(before: Anew, now: Anew): Anew {
  const whole = [...before].filter(([, how]) => how === 'whole')
  return new Map([...before, ...now, ...whole])
}

/** Adds, as whole blocks of the page, the blamed blocks and the blocks beside them. */
export function widened(wanted: readonly Block[], anew: Anew): Anew {
  const near = wanted.filter((_, index) =>
    wanted.slice(Math.max(0, index - 1), index + 2).some((block) => anew.has(block)),
  )
  return new Map([...anew, ...near.map((block) => [block, 'whole'] as const)])
}
