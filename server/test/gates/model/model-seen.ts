import type { Role } from '@lectern/contract/common.ts'

import type { Answer, InRequest, Place } from './model-command.ts'
import {
  atLeast,
  type ChangeRequest,
  roleIn,
  spaceIn,
  type World,
} from './model-state.ts'

/** The refusal of whoever does not see the space, or sees it and may do too little. */
export function unseen(
  world: World,
  { who, space: id }: Place,
  needed: Role,
): Answer | undefined {
  const space = spaceIn(world, id)
  const role = roleIn(world, space, who)
  if (role === null || space.isInTrash) return { status: 404 }
  return atLeast(role, needed) ? undefined : { status: 403 }
}

export function requestIn(
  world: World,
  { space, changeRequest }: Pick<InRequest, 'space' | 'changeRequest'>,
): ChangeRequest {
  const { changeRequests } = spaceIn(world, space)
  const found = changeRequests.find(({ id }) => id === changeRequest)
  if (found === undefined) {
    throw new Error('A command names a change request that was never made')
  }
  return found
}
