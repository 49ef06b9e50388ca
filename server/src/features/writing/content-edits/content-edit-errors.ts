import type { editConflict } from '@lectern/contract/common.ts'
import type { Static } from 'typebox'

import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export type EditConflict = Static<typeof editConflict>

export function spaceLocked(spaceId: string): ApiError {
  return new ApiError(
    409,
    'space_locked',
    `Space "${spaceId}" is locked: its content changes only by merging change requests. Open one, or set its edit mode to live.`,
  )
}

export function spaceTransferred(spaceId: string): ApiError {
  return new ApiError(
    409,
    'space_transferred',
    `Space "${spaceId}" was transferred to another organization at this moment. Nothing was changed; send the request again.`,
  )
}

export function editConflicts(conflicts: readonly EditConflict[]): ApiError {
  return new ApiError(
    409,
    'edit_conflict',
    'Somebody else changed the same place of the text since your base. Nothing was changed. Decide each of "conflicts" and send the text again with its "documentId" as base.',
    { members: { conflicts } },
  )
}

export function pageCycle(page: string): ApiError {
  return new ApiError(
    409,
    'page_cycle',
    `Page "${page}" cannot move into itself or a page below it. Name another place.`,
  )
}

/** The refusal of one change whose condition nobody could meet. */
export function invalidCondition(index: number, said: string): ApiError {
  const message = `${said} Correct it, or leave it out to show the page to everybody.`
  return new ApiError(400, 'invalid_condition', `body.changes.${index} ${message}`, {
    details: [{ path: `body.changes.${index}`, message }],
  })
}

/** The refusal of one change of the list; no change of the list is then made. */
export function invalidChange(index: number, message: string): ApiError {
  return invalidRequest(`body.changes.${index} ${message}.`, [
    { path: `body.changes.${index}`, message },
  ])
}
