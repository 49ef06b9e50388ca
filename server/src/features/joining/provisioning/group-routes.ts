import type { FastifyInstance, RouteGenericInterface } from 'fastify'

import type { Services } from '#/platform/services.ts'

import type { Resource } from './attribute-places.ts'
import { changeGroup, makeGroup, removeGroup } from './change-groups.ts'
import type { Directory } from './directory.ts'
import { findGroup } from './find-group.ts'
import { listGroups, viewGroups } from './list-groups.ts'
import { idsIn, type MemberChanges, readGroupPatch } from './member-changes.ts'
import { readPatch } from './patch-operations.ts'
import { patchResource } from './patch-resource.ts'
import { readProjection } from './projection.ts'
import { readResource, valueNamed } from './read-resource.ts'
import { groupKind } from './resource-schemas.ts'
import { bodyBytesMax, directoryOf, sendJson, sendResource } from './scim-requests.ts'

interface GroupRoute extends RouteGenericInterface {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

export function addGroupRoutes(scope: FastifyInstance, services: Services): void {
  const all = '/:organizationId/Groups'
  const one = `${all}/:id`
  const options = { bodyLimit: bodyBytesMax }

  scope.get<GroupRoute>(all, async (request, reply) => {
    const directory = directoryOf(services, request)
    return sendJson(reply, 200, await listGroups(directory, request.query))
  })

  scope.post<GroupRoute>(all, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const id = await makeGroup(directory, readResource(request.body, groupKind))
    const resource = await view(directory, id, request.query)
    return sendResource(request, reply, { status: 201, resource })
  })

  scope.get<GroupRoute>(one, async (request, reply) => {
    const directory = directoryOf(services, request)
    const resource = await view(directory, request.params.id, request.query)
    return sendResource(request, reply, { status: 200, resource })
  })

  scope.put<GroupRoute>(one, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const { members: listed, ...given } = readResource(request.body, groupKind)
    const members = membersOf(request.body, listed)
    const change = { own: () => given, members }
    await changeGroup(directory, request.params.id, change)
    const resource = await view(directory, request.params.id, request.query)
    return sendResource(request, reply, { status: 200, resource })
  })

  scope.patch<GroupRoute>(one, options, async (request, reply) => {
    const directory = directoryOf(services, request)
    const { members, others } = readGroupPatch(readPatch(request.body))
    const own = (before: Resource) => patchResource(before, others, groupKind)
    await changeGroup(directory, request.params.id, { own, members })
    return reply.status(204).send()
  })

  scope.delete<GroupRoute>(one, async (request, reply) => {
    await removeGroup(directoryOf(services, request), request.params.id)
    return reply.status(204).send()
  })
}

const none: ReadonlySet<string> = new Set()

/** Who is in the group from then on; a body that says nothing of members leaves them. */
function membersOf(body: unknown, listed: unknown): MemberChanges {
  const isSaid = valueNamed(Object(body), 'members') !== undefined
  const all = isSaid ? new Set(idsIn(listed)) : undefined
  return { all, add: none, remove: none }
}

async function view(
  directory: Directory,
  id: string,
  query: GroupRoute['Querystring'],
): Promise<Resource> {
  const projection = readProjection(query, groupKind)
  const row = await findGroup(directory.db, directory, id)
  const [resource = {}] = await viewGroups(directory, [row], projection)
  return resource
}
