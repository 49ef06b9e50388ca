import type { ContentChange } from '@lectern/contract/content-changes.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import {
  allOrNone,
  type FileSource,
  storeFile,
  type StoredObject,
} from '#/features/writing/files/public.ts'
import type { Context } from '#/platform/http/context.ts'

import { invalidChange } from './content-edit-errors.ts'
import type { NamedChange } from './named-changes.ts'

interface FileToStore {
  readonly slot: string
  readonly name: string
  readonly source: FileSource
  readonly contentType?: string | undefined
}

/** Stand-ins for the stored files in a dry run, which leaves the bytes where they are. */
export function imagineFiles(
  changes: readonly NamedChange[],
): ReadonlyMap<string, StoredObject> {
  const files = changes.flatMap(({ index, change }) => filesIn(index, change))
  return new Map(
    files.map(({ slot, contentType = 'application/octet-stream' }) => [
      slot,
      { key: '', size: 0, contentType },
    ]),
  )
}

/** Stores all files in the space; the map is by the index of the change and of the file in it. */
export async function storeFiles(
  context: Context,
  { organizationId, spaceId }: OfBranch,
  changes: readonly NamedChange[],
): Promise<ReadonlyMap<string, StoredObject>> {
  const files = changes.flatMap(({ index, change }) => filesIn(index, change))
  const stored = await allOrNone(
    context,
    organizationId,
    files.map(async ({ name, source, contentType }) =>
      storeFile(context, { organizationId, spaceId, name, source, contentType }),
    ),
  )
  return new Map(stored.map((object, nth) => [files[nth]?.slot ?? '', object]))
}

function filesIn(index: number, change: ContentChange): readonly FileToStore[] {
  if (change.operation === 'insert_files') {
    return change.files.map((source, place) => {
      const { name, contentType } = source
      return { slot: `${index} ${place}`, name, source, contentType }
    })
  }
  if (change.operation !== 'update_file') return []
  const source = sourceOf(index, change)
  const { name = 'file', contentType } = change
  return source === undefined ? [] : [{ slot: `${index} 0`, name, source, contentType }]
}

interface Sources {
  readonly key?: string
  readonly url?: string
  readonly base64?: string
}

function sourceOf(index: number, { key, url, base64 }: Sources): FileSource | undefined {
  const given = [
    ...(key === undefined ? [] : [{ key }]),
    ...(url === undefined ? [] : [{ url }]),
    ...(base64 === undefined ? [] : [{ base64 }]),
  ]
  if (given.length > 1) {
    throw invalidChange(index, 'names several sources for one file; give one of them')
  }
  return given[0]
}
