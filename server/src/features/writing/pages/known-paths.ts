import {
  type HeadColumns,
  mainRevision,
  type VersionRow,
} from '#/content-store/branches/public.ts'
import type { AncestorColumns } from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { pathOf } from './page-path.ts'

interface OfContent {
  readonly organizationId: string
  readonly spaceId: string
}

type Texts = Pick<ReaderContext, 'texts'>
type Row = VersionRow &
  AncestorColumns &
  Pick<HeadColumns, 'head_number' | 'moved_number'>

/** Whether the path of a page is cached, so that the pages above it need not be read. */
export function isPathKnown({ texts }: Texts, spaceId: string, pageId: string): boolean {
  return texts.get(keyOf(spaceId, pageId)) !== undefined
}

/** The slugs down to a page of the head. They hold until something is moved in the space. */
export async function headPathOf(
  context: Pick<ReaderContext, 'db' | 'texts'>,
  of: OfContent,
  row: Row,
): Promise<string> {
  const key = keyOf(of.spaceId, row.entry_id)
  const since = `${row.from_number} ${row.moved_number} `
  const held = context.texts.get(key)
  if (held?.startsWith(since) === true) return held.slice(since.length)
  const path = await pathOf(context.db, mainRevision(of, row.head_number), row)
  context.texts.set(key, since + path)
  return path
}

function keyOf(spaceId: string, pageId: string): string {
  return `path ${spaceId} ${pageId}`
}
