import { readOverlay } from '@lectern/content/openapi/overlays/read-overlay.ts'

import { pointerSteps } from './check-references.ts'
import { parseFile } from './parse-file.ts'
import { atPlace, SpecProblem } from './spec-problem.ts'

/** @public loaded by name */
export function wrongInOverlay({ text }: { readonly text: string }): readonly string[] {
  const read = readOverlay(text)
  try {
    // Also of an overlay that can be read: what stands in it twice is found here alone.
    const { placeOf } = parseFile(text, undefined)
    if (!('problems' in read)) return []
    return read.problems.map(({ pointer, message }) =>
      atPlace(placeOf(pointerSteps(pointer)), undefined, message),
    )
  } catch (error) {
    if (!(error instanceof SpecProblem)) throw error
    return error.errors.slice(0, 20).map(({ message }) => message)
  }
}
