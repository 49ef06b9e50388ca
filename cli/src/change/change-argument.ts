export const changeArgument = {
  name: 'change',
  description: 'The change request, by its number in the space or its id',
} as const

interface OfChange {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** People write numbers as they read them: with a # before. */
export function ofChange(spaceId: string, named: string): OfChange {
  return { spaceId, changeRequestId: named.replace(/^#/, '') }
}
