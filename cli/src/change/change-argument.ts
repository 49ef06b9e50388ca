export const changeArgument = {
  name: 'change',
  description: 'The change request, by its number in the space or its id',
} as const

interface OfChange {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Removes a leading # from a change request number, since the app shows numbers with one. */
export function ofChange(spaceId: string, named: string): OfChange {
  return { spaceId, changeRequestId: named.replace(/^#/, '') }
}
