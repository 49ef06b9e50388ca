import { Type, type Static } from 'typebox'

import {
  constant,
  id,
  identifier,
  list,
  named,
  paging,
  permissions,
  role,
  uri,
} from './common.ts'
import { defaultLevel, place } from './content-places.ts'
import { defineOperations } from './operation.ts'
import { inCollection, inOrganization } from './parameters.ts'
import { spaceList } from './spaces.ts'

const title = Type.String({ maxLength: 50 })

export const collection = named(
  'Collection',
  Type.Object({
    object: constant('collection'),
    id: identifier,
    title,
    description: Type.Optional(Type.String({ maxLength: 100 })),
    organization: id('The organization that owns the collection.'),
    parent: Type.Optional(id('The collection it is in.')),
    defaultLevel: role,
    urls: Type.Object({ location: uri, app: uri }),
    permissions: permissions({
      view: 'See the collection.',
      admin: 'Change settings and access.',
      viewInviteLinks: 'See its invite links.',
      create: 'Create content in it.',
    }),
  }),
)
export type Collection = Static<typeof collection>

export const collectionOperations = defineOperations({
  listCollectionsInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/collections',
    tag: 'collections',
    summary: 'List the collections of an organization',
    description: 'Answers the collections you can see, by their position.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...paging,
      nested: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'With false, only those that are in no other collection.',
        }),
      ),
    },
    status: 200,
    reply: list('CollectionList', collection),
    errors: [403, 404],
  },
  createCollection: {
    method: 'POST',
    path: '/orgs/{organizationId}/collections',
    tag: 'collections',
    summary: 'Create a collection',
    description:
      'Creates an empty collection at the end of its place; you become its admin. Needs the create role, in the organization or on the parent.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      title: Type.Optional(title),
      parent: Type.Optional(id('The collection to create it in.')),
    }),
    bodyOptional: true,
    status: 201,
    reply: collection,
    errors: [403, 404],
  },
  getCollectionById: {
    method: 'GET',
    path: '/collections/{collectionId}',
    tag: 'collections',
    summary: 'Get a collection',
    description: 'Answers one collection with what you may do with it.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    status: 200,
    reply: collection,
    versioned: true,
    errors: [403, 404],
  },
  updateCollectionById: {
    method: 'PATCH',
    path: '/collections/{collectionId}',
    tag: 'collections',
    summary: 'Update a collection',
    description:
      'Changes what is given. An empty description removes it. A new default level reaches everything below that says nothing else.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    body: Type.Object({
      title: Type.Optional(title),
      description: Type.Optional(Type.String({ maxLength: 100 })),
      defaultLevel: Type.Optional(defaultLevel),
    }),
    status: 200,
    reply: collection,
    conditional: true,
    errors: [403, 404],
  },
  deleteCollectionById: {
    method: 'DELETE',
    path: '/collections/{collectionId}',
    tag: 'collections',
    summary: 'Delete a collection',
    description:
      'Removes the collection and those in it; all their spaces go to the trash for seven days. Deleting a collection that is already gone succeeds.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    status: 204,
    conditional: true,
    errors: [403],
  },
  listSpacesInCollectionById: {
    method: 'GET',
    path: '/collections/{collectionId}/spaces',
    tag: 'collections',
    summary: 'List the spaces of a collection',
    description:
      'Answers the spaces you can see directly in the collection, by their position.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    query: paging,
    status: 200,
    reply: spaceList,
    errors: [403, 404],
  },
  moveCollection: {
    method: 'POST',
    path: '/collections/{collectionId}/move',
    tag: 'collections',
    summary: 'Move a collection',
    description:
      'Moves the collection with everything in it to another place or position. Needs the admin role on it and the create role where it goes.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    body: place,
    status: 200,
    reply: collection,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  transferCollection: {
    method: 'POST',
    path: '/collections/{collectionId}/transfer',
    tag: 'collections',
    summary: 'Transfer a collection to another organization',
    description:
      'Moves the collection with everything in it to the end of the top level of another organization, where you become its admin. Ids stay; everybody else who was given access to any of it loses that. Needs the admin role on it and the create role in the other organization.',
    caller: 'user',
    reach: 'organization',
    params: inCollection,
    body: Type.Object({ organization: id('The organization it goes to.') }),
    status: 200,
    reply: collection,
    conditional: true,
    errors: [403, 404, 409, 412],
  },
})
