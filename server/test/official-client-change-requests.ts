import { type Calls, outsideOf } from './official-client-calls.ts'
import type { OperationId } from '@lectern/contract/operations.ts'

/** A merge comes last: it closes the change request. */
export const changeRequestCalls = {
  createChangeRequest: outsideOf(async (client, { space }) =>
    client.spaces.createChangeRequest(space, { subject: 'From the client' }),
  ),
  listChangeRequestsForSpace: outsideOf(async (client, { space }) =>
    client.spaces.listChangeRequestsForSpace(space, { limit: 5 }),
  ),
  listChangeRequestsForOrganization: outsideOf(async (client, { organization }) =>
    client.orgs.listChangeRequestsForOrganization(organization, { limit: 5 }),
  ),
  getChangeRequestById: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getChangeRequestById(space, changeRequest),
  ),
  updateChangeRequestById: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.updateChangeRequestById(space, changeRequest, { status: 'open' }),
  ),
  updateChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.updateChangeRequest(space, changeRequest),
  ),
  mergeChangeRequest: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.mergeChangeRequest(space, changeRequest),
  ),
} satisfies Partial<Record<OperationId, Calls>>
