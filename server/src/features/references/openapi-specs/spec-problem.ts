/** Where something stands in a file, counted from 1 as editors do. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What is wrong with a specification, in words for whoever wrote it. */
export interface SpecError {
  readonly message: string
  readonly code: string
}

/** Ends the reading of a specification. */
export class SpecProblem extends Error {
  override readonly name = 'SpecProblem'
  readonly errors: readonly SpecError[]

  constructor(errors: readonly SpecError[]) {
    super('The specification cannot be read')
    this.errors = errors
  }
}

/** A sentence that begins with the place it speaks of. */
export function atPlace(
  place: Place | undefined,
  fileName: string | undefined,
  sentence: string,
): string {
  const file = fileName === undefined ? '' : `${fileName}, `
  if (place === undefined) return `${file}${sentence}`
  const at = `ine ${place.line}, column ${place.column}: `
  return `${file}${file === '' ? 'L' : 'l'}${at}${sentence}`
}

/** The place of a position in a text. */
export function placeAt(text: string, position: number): Place {
  const before = text.slice(0, position)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: position - lineStart + 1 }
}
