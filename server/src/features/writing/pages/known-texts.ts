import type { HeadPageRow } from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

/** The text of a version that was read before; a version never changes. */
export interface KnownText {
  readonly fromNumber: number
  readonly markdown: string
}

/** The number that stands for no version: none begins before the first revision. */
export const noVersion = 0

type Texts = Pick<ReaderContext, 'texts'>

/** The cached text of a page, which the database then need not send again. */
export function knownText(
  { texts }: Texts,
  spaceId: string,
  pageId: string,
): KnownText | undefined {
  const held = texts.get(keyOf(spaceId, pageId))
  if (held === undefined) return undefined
  const end = held.indexOf(' ')
  return { fromNumber: Number(held.slice(0, end)), markdown: held.slice(end + 1) }
}

/** The row with its text, from the database or from the cache. */
export function withText(
  { texts }: Texts,
  spaceId: string,
  row: HeadPageRow,
  known: KnownText | undefined,
): HeadPageRow {
  const { entry_id, from_number, markdown } = row
  if (known !== undefined && from_number === known.fromNumber) {
    return { ...row, markdown: known.markdown }
  }
  if (entry_id !== null && typeof markdown === 'string') {
    texts.set(keyOf(spaceId, entry_id), `${from_number} ${markdown}`)
  }
  return row
}

function keyOf(spaceId: string, pageId: string): string {
  return `text ${spaceId} ${pageId}`
}
