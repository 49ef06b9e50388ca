import { bold } from './output.ts'

interface Change {
  readonly breaking: boolean
  readonly message: string
  readonly reason: string
  readonly place: {
    readonly operation?: { readonly method: string; readonly path: string }
    readonly pointer: string
  }
  readonly reaches?: { readonly count: number }
}

/** A change of an OpenAPI document in two lines: where and what, and why it breaks callers or not. */
export function describeOpenApiChange({
  breaking,
  message,
  reason,
  place,
  reaches,
}: Change): string[] {
  const { operation, pointer } = place
  const where =
    operation === undefined
      ? pointer
      : `${operation.method.toUpperCase()} ${operation.path}`
  const reached =
    reaches === undefined ? '' : `, in ${countOf(reaches.count, 'operation')}`
  return [
    `${breaking ? bold('breaking') : 'harmless'}  ${where}${reached}: ${message}`,
    `          ${reason} (${pointer})`,
  ]
}

/** The last lines: how many there are. */
export function describeOpenApiChanges(counted: {
  readonly count: number
  readonly breakingCount: number
  readonly isPartial: boolean
}): string[] {
  const { count, breakingCount, isPartial } = counted
  return [
    ...(isPartial
      ? ['The documents are too large to be compared as a whole: there may be more.']
      : []),
    `${countOf(count, 'change')}, ${breakingCount} of them breaking.`,
  ]
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
