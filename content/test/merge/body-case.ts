import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeBodies } from '#/merge/merge-bodies.ts'
import type { BodyConflict } from '#/merge/conflict.ts'

/** Three versions of a page and what they must merge to. */
export interface BodyCase {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Tests that two versions merge to these bytes, whichever of them is ours. */
export function merges(
  name: string,
  versions: BodyCase & { readonly merged: string },
): void {
  const { base, ours, theirs, merged } = versions
  void test(name, () => {
    const result = mergeBodies(base, ours, theirs)
    assert.deepEqual(result.conflicts, [])
    assert.equal(result.merged, merged)
    assert.equal(mergeBodies(base, theirs, ours).merged, merged)
    assert.equal(mergeBodies(base, merged, theirs).merged, merged)
  })
}

interface Expected {
  readonly kind: BodyConflict['kind']
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Tests that two versions end in these conflicts, and that each choice gives what it says. */
export function conflicts(
  name: string,
  versions: BodyCase & {
    readonly expected: readonly Expected[]
    /** What merges around the conflicts; where they are, the base. */
    readonly draft?: string
  },
): void {
  const { base, ours, theirs, expected, draft } = versions
  void test(name, () => {
    const result = mergeBodies(base, ours, theirs)
    assert.equal(result.complete, false)
    const found = result.conflicts.map((conflict) => ({
      kind: conflict.kind,
      base: conflict.base,
      ours: conflict.ours,
      theirs: conflict.theirs,
    }))
    assert.deepEqual(found, expected)
    if (draft !== undefined) assert.equal(result.merged, draft)
    for (const { place, base: was } of result.conflicts) {
      assert.equal(result.merged.slice(place.start, place.end), was)
    }
    const swapped = mergeBodies(base, theirs, ours)
    assert.equal(swapped.merged, result.merged)
    assert.deepEqual(
      swapped.conflicts.map((conflict) => [conflict.ours, conflict.theirs]),
      expected.map((conflict) => [conflict.theirs, conflict.ours]),
    )
    for (const choose of ['ours', 'theirs'] as const) {
      const decided = mergeBodies(base, ours, theirs, {
        resolutionOf: () => ({ choose }),
      })
      assert.equal(decided.complete, true)
    }
  })
}
