import { zstdCompressSync } from 'node:zlib'

import type { Instance } from '../harness/instance.ts'

export const storedBreaks = [
  'a byte too many in a text',
  'other line endings',
  'a head that lost its end',
  'a document of a kind that is none',
  'a page that got another name',
] as const
export type StoredBreak = (typeof storedBreaks)[number]

/** What a store that is not careful would do to what it was given. */
export async function plant({ db }: Instance, broken: StoredBreak): Promise<void> {
  const [statement, values = []] = damages[broken]
  const { rows } = await db.raw(`${statement} returning 1`, values)
  if (rows.length === 0) throw new Error(`There is nothing to plant "${broken}" in`)
}

const someDocument = `id = (select min(id) from document where markdown like '%a%')`
const nonsense = {
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [{ object: 'block', type: 'nonsense', data: {}, nodes: [] }],
}

const damages: Readonly<Record<StoredBreak, readonly [string, unknown[]?]>> = {
  'a byte too many in a text': [
    `update document set markdown = markdown || ' ' where ${someDocument}`,
  ],
  'other line endings': [
    `update document set markdown = replace(markdown, chr(10), chr(13) || chr(10))
     where id = (select min(id) from document where markdown like '%' || chr(10) || '%')`,
  ],
  'a head that lost its end': [
    `update entry_version set head = left(head, length(head) - 1)
     where entry_id = (select min(entry_id) from entry_version
       where kind = 'document' and head like '# %' and to_number is null)`,
  ],
  'a document of a kind that is none': [
    `update document set projection = $1 where ${someDocument}`,
    [zstdCompressSync(JSON.stringify(nonsense))],
  ],
  'a page that got another name': [
    `update entry_version set slug = slug || 'x'
     where entry_id = (select min(entry_id) from entry_version
       where kind = 'document' and to_number is null)`,
  ],
}
