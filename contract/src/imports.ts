import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  list,
  named,
  paging,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofImportRun } from './parameters.ts'

const statuses = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const

function count(description: string) {
  return Type.Integer({ minimum: 0, description })
}

const changed = Type.Object({
  created: count('New here.'),
  updated: count('Here before, and different now.'),
  removed: count('Here before, and not in what was imported.'),
  unchanged: count('The same as before.'),
})

export const importRun = named(
  'ImportRun',
  Type.Object({
    object: constant('import-run'),
    id: identifier,
    status: enumeration(statuses),
    createdAt: timestamp,
    startedAt: Type.Optional(timestamp),
    completedAt: Type.Optional(timestamp),
    space: id('Where the content goes.'),
    changeRequest: Type.Optional(
      id(
        'The change request of the space that it goes into; the main content without it.',
      ),
    ),
    progress: Type.Object(
      { done: count('Pages and files so far.'), total: count('All of them.') },
      {
        description:
          'How far it is; the total is 0 until everything is unpacked. While a website is read, it counts pages, and the total grows with those that are found.',
      },
    ),
    result: Type.Optional(
      Type.Object({
        revision: id(
          'The revision that was made, or the current one if nothing was written.',
        ),
        pages: changed,
        groups: changed,
        links: Type.Optional(changed),
        files: changed,
        reusableContents: changed,
      }),
    ),
    pages: Type.Optional(
      Type.Array(
        Type.Object({
          id: identifier,
          type: enumeration(['page', 'folder'], { description: 'A folder is a group.' }),
          status: enumeration(['complete', 'pending'], {
            description:
              'Whether the import came to its end, so that the page is as it says.',
          }),
          sourceURL: Type.Optional(uri),
        }),
        { description: 'The first thousand pages that are new or different.' },
      ),
    ),
    problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'The first hundred things that a person should look at.',
    }),
    failure: Type.Optional(
      Type.String({ description: 'Why it failed, and what to do about it.' }),
    ),
    reason: Type.Optional(
      Type.String({ description: 'The same as `failure`, as other clients call it.' }),
    ),
    source: Type.Union([
      Type.Object({ type: constant('file'), files: Type.Array(identifier) }),
      Type.Object({ type: constant('website'), url: uri }),
    ]),
    target: Type.Object({
      space: identifier,
      changeRequest: Type.Optional(identifier),
      page: Type.Optional(identifier),
    }),
    createdBy: id('The user who started it.'),
    urls: Type.Object({ location: uri }),
  }),
)
export type ImportRun = Static<typeof importRun>

const fileSource = Type.Object({
  type: constant('file'),
  files: Type.Array(identifier, {
    minItems: 1,
    maxItems: 50,
    description:
      'Keys of uploads of kind `import_file`: Markdown files, or archives (`.tar`, `.tar.gz`) of a folder with the layout of a Git repository.',
  }),
})

const websiteSource = Type.Object({
  type: constant('website'),
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern: '^https?://',
    description:
      'Where to begin, with `http` or `https`: the page there and the pages below it on the same host are read, as its `sitemap.xml` lists them and as they link to each other. Its `robots.txt` is honoured.',
    examples: ['https://docs.example.com/guide/'],
  }),
})

const source = Type.Union([fileSource, websiteSource])

const target = Type.Object({
  space: id('The space to import into.'),
  page: Type.Optional(
    id(
      'A page or a group of the space: what stands at the top of the import goes below it. Not with `mirror`, which is about all of the space.',
    ),
  ),
  changeRequest: Type.Optional(
    id(
      'A change request of the space, by its id or its number: its content is written, and the main content stays as it is. A locked space takes that too.',
    ),
  ),
  mode: Type.Optional(
    enumeration(['add', 'mirror'], {
      default: 'add',
      description:
        'Whether to put pages beside those that are there, or to make the space what the files say, which removes what they do not hold.',
    }),
  ),
  write: Type.Optional(
    enumeration(['always', 'careful', 'never'], {
      default: 'always',
      description:
        'With `careful` an import fails that would remove more than a third of the pages; with `never` it writes nothing. Both say in `result` what would come of it.',
    }),
  ),
})

export const importOperations = defineOperations({
  startImportRun: {
    method: 'POST',
    path: '/org/{organizationId}/imports',
    aliases: ['/orgs/{organizationId}/imports'],
    tag: 'imports',
    summary: 'Start to import content',
    description:
      'Reads uploaded files or a website into a space, or into one of its change requests, in the background and as one revision; of a website the text of each page, with the images of its host and links between its pages. A page that was imported before from the same source keeps its id and takes the new text: of files, from the same path; of a website, from the same address into the same place. Whatever else is there stays as it is, unless the import mirrors, and new pages take slugs that are free.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({ source, target }),
    status: 201,
    reply: importRun,
    errors: [400, 403, 404, 409],
  },
  cancelImportRun: {
    method: 'POST',
    path: '/org/{organizationId}/imports/{importRunId}/cancel',
    aliases: ['/orgs/{organizationId}/imports/{importRunId}/cancel'],
    tag: 'imports',
    summary: 'Cancel an import',
    description:
      'Stops an import that has not written its revision yet; nothing of it stays. One that has ended is answered as it is.',
    caller: 'user',
    reach: 'organization',
    params: ofImportRun,
    status: 201,
    reply: importRun,
    errors: [403, 404],
  },
  listImportRuns: {
    method: 'GET',
    path: '/org/{organizationId}/imports',
    aliases: ['/orgs/{organizationId}/imports'],
    tag: 'imports',
    summary: 'List imports',
    description: 'Answers the imports into spaces that you see, newest first.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...paging,
      space: Type.Optional(id('Only imports into this space.')),
      changeRequest: Type.Optional(id('Only imports into this change request.')),
      site: Type.Optional(id('Only imports into spaces that this site shows.')),
      status: Type.Optional(
        enumeration(['active', ...statuses], {
          description:
            'Only imports in this state; `active` are those that have not ended.',
        }),
      ),
    },
    status: 200,
    reply: list('ImportRunList', importRun),
    errors: [404],
  },
  getImportRun: {
    method: 'GET',
    path: '/org/{organizationId}/imports/{importRunId}',
    aliases: ['/orgs/{organizationId}/imports/{importRunId}'],
    tag: 'imports',
    summary: 'Get an import',
    description: 'Answers how far an import is and what came of it.',
    caller: 'user',
    reach: 'organization',
    params: ofImportRun,
    status: 200,
    reply: importRun,
    errors: [404],
  },
})
