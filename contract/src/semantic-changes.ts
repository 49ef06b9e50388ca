import { Type, type Static, type TSchema } from 'typebox'

import { changeRequest } from './change-requests.ts'
import { constant, enumeration, identifier, named, record } from './common.ts'
import { contentRef } from './content-refs.ts'
import { pageCover, pageLayout, variables } from './pages.ts'

const changedPage = named(
  'ChangedPage',
  Type.Object({
    id: identifier,
    type: enumeration(['document', 'group', 'link', 'computed']),
    title: Type.String(),
    path: Type.Optional(Type.String()),
  }),
)
export type ChangedPage = Static<typeof changedPage>

const changedFile = named(
  'ChangedFile',
  Type.Object({
    id: identifier,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({ format: 'uri' }),
  }),
)
export type ChangedFile = Static<typeof changedFile>

const changedReusableContent = named(
  'ChangedReusableContent',
  Type.Object({
    id: identifier,
    title: Type.String(),
    document: Type.Optional(identifier),
  }),
)
export type ChangedReusableContent = Static<typeof changedReusableContent>

/** `before` or `after` is absent when the value is missing on that side. */
function changeOf<S extends TSchema>(value: S) {
  return Type.Optional(
    Type.Object({ before: Type.Optional(value), after: Type.Optional(value) }),
  )
}

const text = Type.String()

const pageAttributes = named(
  'ChangedPageAttributes',
  Type.Object({
    title: changeOf(text),
    description: changeOf(text),
    slug: changeOf(text),
    document: changeOf(text),
    cover: changeOf(pageCover),
    emoji: changeOf(text),
    icon: changeOf(text),
    layout: changeOf(pageLayout),
    variables: changeOf(variables),
    target: changeOf(contentRef),
    hidden: changeOf(Type.Boolean()),
    noIndex: changeOf(Type.Boolean()),
    noRobotsIndex: changeOf(Type.Boolean()),
  }),
)
export type ChangedPageAttributes = Static<typeof pageAttributes>

const fileAttributes = named(
  'ChangedFileAttributes',
  Type.Object({
    name: changeOf(text),
    downloadURL: changeOf(text),
    size: changeOf(Type.Integer()),
    contentType: changeOf(text),
    dimensions: changeOf(Type.Object({ width: Type.Number(), height: Type.Number() })),
  }),
)
export type ChangedFileAttributes = Static<typeof fileAttributes>

const reusableContentAttributes = named(
  'ChangedReusableContentAttributes',
  Type.Object({ title: changeOf(text), document: changeOf(text) }),
)
export type ChangedReusableContentAttributes = Static<typeof reusableContentAttributes>

function ofPage<const Name extends string>(type: Name) {
  return Type.Object({ type: constant(type), page: changedPage })
}
function ofFile<const Name extends string>(type: Name) {
  return Type.Object({ type: constant(type), file: changedFile })
}
function ofReusableContent<const Name extends string>(type: Name) {
  return Type.Object({ type: constant(type), reusableContent: changedReusableContent })
}

export const semanticChange = named(
  'SemanticChange',
  Type.Union([
    ofPage('page_created'),
    ofPage('page_deleted'),
    Type.Object({
      type: constant('page_edited'),
      page: changedPage,
      attributes: pageAttributes,
    }),
    Type.Object({
      type: constant('page_moved'),
      page: changedPage,
      parent: Type.Object(
        { before: Type.Optional(changedPage), after: Type.Optional(changedPage) },
        { description: 'A side is absent at the top.' },
      ),
    }),
    ofFile('file_created'),
    ofFile('file_deleted'),
    Type.Object({
      type: constant('file_edited'),
      file: changedFile,
      attributes: fileAttributes,
    }),
    ofReusableContent('reusable_content_created'),
    ofReusableContent('reusable_content_deleted'),
    Type.Object({
      type: constant('reusable_content_edited'),
      reusableContent: changedReusableContent,
      attributes: reusableContentAttributes,
    }),
    Type.Object({
      type: constant('variables_edited'),
      variables: record(
        Type.Object({ before: Type.Optional(text), after: Type.Optional(text) }),
      ),
    }),
  ]),
)
export type SemanticChange = Static<typeof semanticChange>

export const semanticChanges = named(
  'SemanticChanges',
  Type.Object({
    mergedFrom: Type.Optional(changeRequest),
    changes: Type.Array(semanticChange),
    more: Type.Optional(
      Type.Integer({ minimum: 1, description: 'How many were left out for `limit`.' }),
    ),
  }),
)
export type SemanticChanges = Static<typeof semanticChanges>
