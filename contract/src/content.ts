import { Type, type Static } from 'typebox'

import { changeRequest } from './change-requests.ts'
import {
  constant,
  enumeration,
  id,
  identifier,
  list,
  named,
  timestamp,
} from './common.ts'
import { computedDocumentSource } from './computed-sources.ts'
import { gitBlob, gitCommit } from './git.ts'
import { noTags, page, variables } from './pages.ts'
import { user } from './users.ts'

const url = Type.String({ format: 'uri' })

export const file = named(
  'File',
  Type.Object({
    id: identifier,
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String({
      format: 'uri',
      description:
        'Reads the file without a token: for everybody while a public site shows it to everybody; else for whoever has the URL, while the token that it was given to may read the file. A visitor may as long as a page that they see, or the site itself, shows it; a member as long as they may read the space.',
    }),
    size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
    dimensions: Type.Optional(
      Type.Object({ width: Type.Number(), height: Type.Number() }),
    ),
    git: Type.Optional(gitBlob),
  }),
)
export type File = Static<typeof file>

export const reusableContent = named(
  'ReusableContent',
  Type.Object({
    id: identifier,
    title: Type.String(),
    document: Type.Optional(id('The document with its body; absent when it is empty.')),
    computed: Type.Optional(computedDocumentSource),
    computedSeed: Type.Optional(Type.String()),
    git: Type.Optional(gitBlob),
  }),
)
export type ReusableContent = Static<typeof reusableContent>

const revisionFields = {
  object: constant('revision'),
  id: identifier,
  parents: Type.Array(identifier, {
    description: 'The revisions it came from; none for the first.',
  }),
  pages: Type.Array(page),
  files: Type.Array(file),
  reusableContents: Type.Array(reusableContent),
  tags: noTags,
  variables: Type.Optional(variables),
  createdAt: timestamp,
  git: Type.Optional(gitCommit),
  urls: Type.Object({
    app: url,
    published: Type.Optional({
      ...url,
      description:
        'Where readers find the space; absent in change requests, for visitors of a site, and while no site shows it.',
    }),
    public: Type.Optional({ ...url, description: 'The same, while everybody may read.' }),
  }),
}

export const revision = named(
  'Revision',
  Type.Union([
    Type.Object({ ...revisionFields, type: constant('edits') }),
    Type.Object({
      ...revisionFields,
      type: constant('merge'),
      /** Absent when the change request is deleted, and for visitors of a site. */
      mergedFrom: Type.Optional(changeRequest),
    }),
    Type.Object({ ...revisionFields, type: constant('rollback') }),
    Type.Object({ ...revisionFields, type: constant('update') }),
    Type.Object({ ...revisionFields, type: constant('computed') }),
  ]),
)
export type Revision = Static<typeof revision>

export const revisionSummary = named(
  'RevisionSummary',
  Type.Object({
    object: constant('revision-summary'),
    id: identifier,
    number: Type.Integer({ minimum: 1, description: 'Counts from 1 in each space.' }),
    type: enumeration(['edits', 'merge', 'rollback', 'update']),
    parents: Type.Array(identifier),
    createdAt: timestamp,
    createdBy: user,
    changed: Type.Integer({
      minimum: 0,
      description: 'How many pages, files and other entries differ from before.',
    }),
    openapi: Type.Optional(
      Type.Object(
        {
          spec: id('The slug of the specification.'),
          from: id('The version that the pages had followed before.'),
          to: id('The version that they follow since.'),
          urls: Type.Object({
            app: { ...url, description: 'A page of the changes, for people.' },
            location: { ...url, description: 'The changes, for programs.' },
          }),
        },
        {
          description:
            'The versions of an OpenAPI specification between which pages followed it; absent for other revisions, and after a transfer to another organization.',
        },
      ),
    ),
    urls: Type.Object({ app: url, location: url }),
  }),
)
export type RevisionSummary = Static<typeof revisionSummary>

export const fileList = list('FileList', file)
export const revisionSummaryList = list('RevisionSummaryList', revisionSummary)
export const pageTree = named('PageTree', Type.Object({ pages: Type.Array(page) }))
