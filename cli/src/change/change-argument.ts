export const changeArgument = {
  name: 'change',
  description: 'The change request, by its number in the space or its id',
} as const

interface OfChange {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** The ids for calls about a change request; drops the # with which the app shows numbers. */
export function ofChange(spaceId: string, named: string): OfChange {
  return { spaceId, changeRequestId: named.replace(/^#/, '') }
}
