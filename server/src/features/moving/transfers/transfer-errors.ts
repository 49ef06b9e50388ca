import { ApiError } from '#/platform/errors/api-error.ts'
import type { HomelessKind } from '#/platform/tenancy/homes.ts'

export function transferUnderWay(kind: HomelessKind, id: string): ApiError {
  return new ApiError(
    409,
    'transfer_under_way',
    `The ${kind} "${id}", or something in it, is just being transferred by somebody else. Wait until it is done, and look where it is then. A transfer that was cut off is out of the way after a minute: send the request again.`,
  )
}

/** The site is named to those who see it. */
export function onlySpaceOfSite(siteId: string | undefined): ApiError {
  const site = siteId === undefined ? 'A site' : `The site "${siteId}"`
  return new ApiError(
    412,
    'only_space_of_site',
    `${site} is published and would show nothing any more. Unpublish it first, or add another space to it.`,
  )
}

export function changedMeanwhile(kind: HomelessKind, id: string): ApiError {
  return new ApiError(
    409,
    'transfer_interrupted',
    `Something was moved into the ${kind} "${id}" while it was being transferred, or the transfer took too long. It is where it was; send the request again.`,
  )
}
