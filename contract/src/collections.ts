import { Type, type Static } from 'typebox'

import { constant, id, identifier, named, permissions, role, uri } from './common.ts'

export const collection = named(
  'Collection',
  Type.Object({
    object: constant('collection'),
    id: identifier,
    title: Type.String({ maxLength: 50 }),
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
