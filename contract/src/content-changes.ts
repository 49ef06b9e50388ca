import { Type, type Static, type TSchema } from 'typebox'

import { bounded } from './bounded.ts'
import {
  constant,
  enumeration,
  exactlyOne,
  id,
  named,
  nullable,
  record,
} from './common.ts'
import { computedRevisionSource } from './computed-sources.ts'
import { assetRef, contentRef } from './content-refs.ts'
import type { DocumentNode } from './documents.ts'
import { pageLayoutSettings } from './pages.ts'

export const changesMax = 50
const filesPerChangeMax = 20

const refInput = bounded(contentRef)
const assetInput = bounded(assetRef)

const node = Type.Unsafe<DocumentNode>({
  type: 'object',
  required: ['object', 'type'],
  properties: {
    object: { type: 'string', const: 'block' },
    type: { type: 'string', minLength: 1, maxLength: 64 },
  },
  additionalProperties: true,
})

/** The input form of a text: the server checks each node and names the one that is wrong. */
export const documentInput = named(
  'DocumentInput',
  Type.Union(
    [
      Type.Object({
        markdown: Type.String({
          maxLength: 1_048_576,
          description: 'At most 1 MB as UTF-8. Kept byte for byte.',
        }),
      }),
      Type.Object({
        object: constant('document'),
        data: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
          }),
        ),
        nodes: Type.Array(node, {
          maxItems: 100_000,
          description:
            'Blocks that say the same as before keep the bytes they were written with.',
        }),
      }),
    ],
    { description: 'Markdown, or rich text as a tree of blocks.' },
  ),
)
export type DocumentInput = Static<typeof documentInput>

const pageId = id('The page, by its id or the `ref` of an earlier change.')
const reusableId = id(
  'The reusable content, by its id or the `ref` of an earlier change.',
)
const fileId = id('The file, by its id or the `ref` of an earlier change.')
const blockKey = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The key of a block.',
})

const made = {
  ref: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A name for what this makes, for later changes of the same request.',
    }),
  ),
}
const at = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'The index among the pages there; at the end when absent or too large.',
  }),
)
const placed = {
  into: Type.Optional(
    nullable(id('The page or group to put it into; null or absent for the top.')),
  ),
  at,
}
const moved = {
  into: Type.Optional(
    nullable(
      id('Where to move it; null for the top. It stays in its place when absent.'),
    ),
  ),
  at,
}
const base = {
  base: Type.Optional(
    id(
      'The `documentId` that the change was made from. When the text has changed since, both changes are merged block by block, or refused with 409.',
    ),
  ),
}

const title = Type.String({ minLength: 1, maxLength: 256 })
const slug = Type.String({
  maxLength: 256,
  description: 'Made from the title when absent or empty; numbered where it is taken.',
})
const emoji = Type.String({ minLength: 1, maxLength: 50 })
const icon = Type.String({ minLength: 1, maxLength: 100 })
const description = Type.String({ maxLength: 300 })
const condition = Type.String({ minLength: 1, maxLength: 1024 })

/** The value of a variable: numbers and booleans become text. */
const variableValue = Type.Union([
  Type.String({ maxLength: 256 }),
  Type.Number(),
  Type.Boolean(),
])
const variableValues = {
  maxProperties: 1000,
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 128 },
}
const cover = Type.Object({
  ref: Type.Optional(assetInput),
  refDark: Type.Optional(assetInput),
  yPos: Type.Number(),
  height: Type.Optional(Type.Number({ minimum: 10, maximum: 700 })),
})
const layout = Type.Partial(pageLayoutSettings)

const flags = {
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
}

const metadata = {
  slug: Type.Optional(slug),
  ...flags,
  emoji: Type.Optional(nullable(emoji)),
  icon: Type.Optional(nullable(icon)),
  description: Type.Optional(nullable(description)),
  condition: Type.Optional(nullable(condition)),
  cover: Type.Optional(nullable(cover)),
  layout: Type.Optional(nullable(layout)),
  variables: Type.Optional(
    nullable(record(Type.String({ maxLength: 256 }), variableValues)),
  ),
}
const looks = { emoji: metadata.emoji, icon: metadata.icon, ...flags }

const sources = {
  key: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Of an upload that ended.',
  }),
  url: Type.String({
    maxLength: 2048,
    description: 'Where the server fetches it from.',
  }),
  base64: Type.String({ maxLength: 26_000_000 }),
}
const fileName = Type.String({ minLength: 1, maxLength: 256 })
const contentType = Type.String({ minLength: 1, maxLength: 255 })
const newFile = { name: fileName, contentType: Type.Optional(contentType), ...made }

const insertPage = Type.Object({
  operation: constant('insert_page'),
  document: Type.Optional(documentInput),
  title: Type.Optional(
    Type.String({
      ...title,
      description:
        'When absent, Markdown is taken as a whole file: its front matter and first heading say the title and the rest.',
    }),
  ),
  ...metadata,
  ...placed,
  ...made,
})

const updatePage = Type.Object({
  operation: constant('update_page'),
  page: pageId,
  document: Type.Optional(documentInput),
  ...base,
  title: Type.Optional(title),
  ...metadata,
  target: Type.Optional(refInput),
  ...moved,
})

const shapes = [
  insertPage,
  updatePage,
  Type.Object(
    { operation: constant('delete_page'), page: pageId },
    { description: 'Deletes a page with everything below it.' },
  ),
  Type.Object({ operation: constant('move_page'), page: pageId, ...moved }),
  Type.Object(
    {
      operation: constant('revert_page'),
      page: pageId,
      revision: Type.Optional(
        id('Back to what the page was in it; to its version before when absent.'),
      ),
      block: Type.Optional(
        Type.Array(blockKey, { minItems: 1, maxItems: 1000, description: 'Only these.' }),
      ),
    },
    {
      description:
        'Gives a page the text and attributes it had; brings back a deleted one.',
    },
  ),
  Type.Object(
    {
      operation: constant('insert_group'),
      title,
      slug: Type.Optional(slug),
      ...looks,
      at,
      ...made,
    },
    { description: 'Groups stand at the top only.' },
  ),
  Type.Object({
    operation: constant('insert_link'),
    title,
    target: refInput,
    ...looks,
    ...placed,
    ...made,
  }),
  Type.Object({
    operation: constant('insert_computed'),
    title: Type.Optional(title),
    computed: bounded(computedRevisionSource),
    ...looks,
    ...placed,
    ...made,
  }),
  Type.Object({
    operation: constant('insert_files'),
    files: Type.Array(
      exactlyOne(
        Type.Object({ key: sources.key, ...newFile }),
        Type.Object({ url: sources.url, ...newFile }),
        Type.Object({ base64: sources.base64, ...newFile }),
      ),
      { minItems: 1, maxItems: filesPerChangeMax },
    ),
  }),
  Type.Object({
    operation: constant('update_file'),
    file: fileId,
    ...Type.Partial(Type.Object(sources)).properties,
    name: Type.Optional(fileName),
    contentType: Type.Optional(contentType),
  }),
  Type.Object({ operation: constant('delete_file'), file: fileId }),
  Type.Object(
    {
      operation: constant('set_variables'),
      variables: record(nullable(variableValue), variableValues),
    },
    { description: 'Sets those that are given; null removes one.' },
  ),
  Type.Object({
    operation: constant('insert_reusable_content'),
    title,
    document: Type.Optional(documentInput),
    ...made,
  }),
  Type.Object({
    operation: constant('update_reusable_content'),
    reusableContent: reusableId,
    title: Type.Optional(title),
    document: Type.Optional(documentInput),
    ...base,
  }),
  Type.Object({
    operation: constant('delete_reusable_content'),
    reusableContent: reusableId,
  }),
  Type.Object({
    operation: constant('update_block'),
    page: pageId,
    block: blockKey,
    document: documentInput,
    ...base,
  }),
  Type.Object({
    operation: constant('insert_blocks'),
    page: pageId,
    before: Type.Optional(blockKey),
    after: Type.Optional(blockKey),
    document: documentInput,
    ...base,
  }),
  Type.Object({
    operation: constant('delete_blocks'),
    page: pageId,
    blocks: Type.Array(blockKey, { minItems: 1, maxItems: 1000 }),
    ...base,
  }),
] as const

/** The union of shapes by their `operation`, so that a refusal is about that one shape. */
function told<S extends readonly TSchema[]>(...alternatives: S) {
  return Type.Unsafe<Static<S[number]>>({
    type: 'object',
    oneOf: alternatives,
    discriminator: { propertyName: 'operation' },
    required: ['operation'],
  })
}

export const contentChange = named('ContentChange', told(...shapes))
export type ContentChange = Static<typeof contentChange>

const resolveConflict = Type.Object(
  {
    operation: constant('resolve_conflict'),
    conflict: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The conflict, by the id it is listed with.',
    }),
    choose: Type.Optional(
      enumeration(['base', 'ours', 'theirs'], {
        description:
          'What both began with, what the change request says, or what the main content says.',
      }),
    ),
    text: Type.Optional(
      Type.String({
        maxLength: 1_048_576,
        description: 'Markdown in place of the blocks, or another slug.',
      }),
    ),
    value: Type.Optional(
      Type.Unsafe<string | number | boolean>({
        type: ['string', 'number', 'boolean'],
        maxLength: 10_000,
        description: 'Another value of the attribute or variable.',
      }),
    ),
  },
  {
    description:
      'Decides a conflict with the main content, by exactly one of `choose`, `text` and `value`. It is kept for the next update or merge, and holds as long as both sides stay what they are.',
  },
)
export type ResolveConflict = Static<typeof resolveConflict>

/** The changes that a change request accepts: content changes and decisions about conflicts. */
export const changeRequestChange = named(
  'ChangeRequestChange',
  told(...shapes, resolveConflict),
)
export type ChangeRequestChange = Static<typeof changeRequestChange>
