import { Type, type Static } from 'typebox'

import { constant, enumeration, exactlyOne, id, nullable, roles } from './common.ts'

export const defaultLevel = nullable(
  enumeration([...roles, 'inherit'], {
    description:
      'What members may do without being given more: a role, null for nothing, or `inherit` for what the place above says.',
  }),
)
export type DefaultLevel = Static<typeof defaultLevel>

const sibling = exactlyOne(
  Type.Object({ type: constant('space'), space: id('A space in the same place.') }),
  Type.Object({
    type: constant('collection'),
    collection: id('A collection in the same place.'),
  }),
)
export type Sibling = Static<typeof sibling>

/** The body of the operations that move collections and spaces: the new parent and position. */
export const place = Type.Object({
  parent: Type.Optional(
    nullable(
      id('The collection it goes into; null for the top level, absent to stay there.'),
    ),
  ),
  position: Type.Optional(
    Type.Object(
      {
        before: Type.Optional(sibling),
        after: Type.Optional(sibling),
      },
      {
        description:
          'Right before one sibling, right after one, or between two neighbours. Without it, at the end.',
      },
    ),
  ),
})
export type Place = Static<typeof place>
