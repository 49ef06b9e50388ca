import { Type, type Static } from 'typebox'

import { constant, identifier, named } from './common.ts'

export const fileRef = Type.Object({ kind: constant('file'), file: identifier })
export const urlRef = Type.Object({
  kind: constant('url'),
  url: Type.String({ description: 'Also a path that leads to nothing known.' }),
})
const inOtherSpace = {
  space: Type.Optional(
    Type.String({ ...identifier, description: 'Absent: the same space.' }),
  ),
}
export const openApiRef = Type.Object({
  kind: constant('openapi'),
  spec: Type.String({ description: 'The slug of the specification.' }),
})
export const pageRef = Type.Object({
  kind: constant('page'),
  page: identifier,
  ...inOtherSpace,
})
export const anchorRef = Type.Object({
  kind: constant('anchor'),
  anchor: Type.String(),
  page: Type.Optional(
    Type.String({ ...identifier, description: 'Absent: the same page.' }),
  ),
  ...inOtherSpace,
})
export const collectionRef = Type.Object({
  kind: constant('collection'),
  collection: identifier,
})
export const spaceRef = Type.Object({ kind: constant('space'), space: identifier })
export const translationRef = Type.Object({
  kind: constant('translation'),
  translation: identifier,
})

/** The target of an image or a download: a file of the space, or any address. */
export const assetRef = named('AssetRef', Type.Union([fileRef, urlRef]))

export const contentRef = named(
  'ContentRef',
  Type.Union(
    [
      fileRef,
      urlRef,
      pageRef,
      anchorRef,
      Type.Object({ kind: constant('user'), user: identifier }),
      collectionRef,
      spaceRef,
      Type.Object({
        kind: constant('reusable-content'),
        reusableContent: identifier,
        ...inOtherSpace,
      }),
      openApiRef,
    ],
    { description: 'What a link, an image or a file leads to.' },
  ),
)
export type ContentRef = Static<typeof contentRef>
