import type { Effect } from './merge-history.ts'
import { placeOf, type Sender } from './merge-sender.ts'

const paragraphStart = /^Paragraph (\d+)/

export interface Scene {
  readonly spaceId: string
  readonly token: string
  /** A page with two paragraphs for each client: one for the main branch and one for all others. */
  readonly shared: string
  /** Pages that everybody writes over. */
  readonly contested: readonly string[]
}

/** What a client sends and how its effect will be told. */
export interface Edit {
  /** The change request that is edited; absent for the main branch. */
  readonly request?: string
  readonly changes: readonly object[]
  readonly effect: Effect
  readonly mark: string
  readonly headers: Readonly<Record<string, string>>
  readonly onlyAfter?: string
}

export interface Author {
  readonly client: number
  readonly mark: string
  /** Unlike that of any other edit. */
  readonly key: string
  readonly request?: string
  /** Which of the paragraphs is theirs. */
  readonly paragraph: number
}

/** All of a page, whatever it was: the last one wins. */
export function pageEdit(author: Author, page: string): Edit {
  const { mark } = author
  const document = { markdown: `All of this is by ${mark}.\n` }
  const changes = [{ operation: 'update_page', page, document }]
  return { ...branchOf(author), changes, effect: { on: 'page', page }, mark, headers: {} }
}

export function insertion(author: Author): Edit {
  const { mark, key } = author
  const changes = [{ operation: 'insert_page', title: mark }]
  const headers = { 'idempotency-key': key }
  return { ...branchOf(author), changes, effect: { on: 'space' }, mark, headers }
}

/** The paragraph of the client, in the text that is there: merged with what others do meanwhile. */
export async function basedEdit(
  sender: Sender,
  { shared }: Scene,
  author: Author,
): Promise<Edit | undefined> {
  const page = await sender.read(`${placeOf(author.request)}/content/page/${shared}`)
  if (page === undefined) return undefined
  const { document, effect } = withParagraph(page.body.markdown, shared, author)
  const base: string = page.body.documentId
  return {
    ...branchOf(author),
    changes: [{ operation: 'update_page', page: shared, document, base }],
    effect,
    mark: author.mark,
    headers: { 'idempotency-key': author.key },
  }
}

/** The same without a base: nothing may have happened since the revision that was read. */
export async function matchedEdit(
  sender: Sender,
  { shared }: Scene,
  author: Author,
  isMatchIgnored: boolean,
): Promise<Edit | undefined> {
  const head = await sender.readHead(author.client, author.request)
  if (head === undefined) return undefined
  const onlyAfter: string = head.body.id
  // Of a branch whose head moves before this, the head that was read is out of date anyway.
  const target =
    author.request === undefined
      ? `/revisions/${onlyAfter}/page/${shared}`
      : `${placeOf(author.request)}/content/page/${shared}`
  const page = await sender.read(target)
  if (page === undefined) return undefined
  const { document, effect } = withParagraph(page.body.markdown, shared, author)
  return {
    ...branchOf(author),
    changes: [{ operation: 'update_page', page: shared, document }],
    effect,
    mark: author.mark,
    headers: isMatchIgnored ? {} : { 'if-match': head.etag },
    onlyAfter,
  }
}

function branchOf({ request }: Author): Pick<Edit, 'request'> {
  return request === undefined ? {} : { request }
}

function withParagraph(text: string, page: string, { paragraph, mark }: Author) {
  const paragraphs = text.trimEnd().split('\n\n')
  const place = paragraphs.findIndex(
    (each) => paragraphStart.exec(each)?.[1] === String(paragraph),
  )
  const written = paragraphs.with(place, `Paragraph ${paragraph} is by ${mark}.`)
  const effect = { on: 'paragraph', page, place } as const
  return { document: { markdown: `${written.join('\n\n')}\n` }, effect }
}
