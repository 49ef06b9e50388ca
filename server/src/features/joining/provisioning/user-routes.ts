import type { FastifyInstance, RouteGenericInterface } from 'fastify'

import type { Services } from '#/platform/services.ts'

import type { Resource } from './attribute-places.ts'
import { changeUser, makeUser, removeUser } from './change-users.ts'
import type { Directory } from './directory.ts'
import { findUser } from './find-user.ts'
import { listUsers, viewUsers } from './list-users.ts'
import { readPatch } from './patch-operations.ts'
import { patchResource } from './patch-resource.ts'
import { readProjection } from './projection.ts'
import { readResource } from './read-resource.ts'
import { userKind } from './resource-schemas.ts'
import { bodyBytesMax, directoryOf, sendJson, sendResource } from './scim-requests.ts'
import type { UserRow } from './user-queries.ts'

interface UserRoute extends RouteGenericInterface {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

export function addUserRoutes(scope: FastifyInstance, services: Services): void {
  const all = '/:organizationId/Users'
  const one = `${all}/:id`
  const options = { bodyLimit: bodyBytesMax }

  scope.get<UserRoute>(all, async (request, reply) => {
    const directory = directoryOf(services, request)
    return sendJson(reply, 200, await listUsers(directory, request.query))
  })

  scope.post<UserRoute>(all, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const row = await makeUser(directory, readResource(request.body, userKind))
    const resource = await view(directory, row, request.query)
    return sendResource(request, reply, { status: 201, resource })
  })

  scope.get<UserRoute>(one, async (request, reply) => {
    const directory = directoryOf(services, request)
    const row = await findUser(directory.db, directory, request.params.id)
    const resource = await view(directory, row, request.query)
    return sendResource(request, reply, { status: 200, resource })
  })

  scope.put<UserRoute>(one, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const given = readResource(request.body, userKind)
    // A directory that says nothing of it neither suspends nor reactivates.
    const replace = ({ active }: Resource) => ({ active, ...given })
    const row = await changeUser(directory, request.params.id, replace)
    const resource = await view(directory, row, request.query)
    return sendResource(request, reply, { status: 200, resource })
  })

  scope.patch<UserRoute>(one, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const operations = readPatch(request.body)
    const patch = (own: Resource) => patchResource(own, operations, userKind)
    const row = await changeUser(directory, request.params.id, patch)
    const resource = await view(directory, row, request.query)
    return sendResource(request, reply, { status: 200, resource })
  })

  scope.delete<UserRoute>(one, async (request, reply) => {
    await removeUser(directoryOf(services, request), request.params.id)
    return reply.status(204).send()
  })
}

async function view(
  directory: Directory,
  row: UserRow,
  query: UserRoute['Querystring'],
): Promise<Resource> {
  const projection = readProjection(query, userKind)
  const [resource = {}] = await viewUsers(directory, [row], projection)
  return resource
}
