import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { File } from '@lectern/contract/content.ts'
import type { DocumentPage, GroupPage } from '@lectern/contract/pages.ts'

/** The content of a print; the api hands it out to the worker once per token. */
export interface PrintContent {
  readonly organization: { readonly id?: string; readonly title: string }
  readonly space: {
    readonly id: string
    readonly title: string
    readonly language: string | null
  }
  readonly changeRequest: { readonly number: number; readonly subject: string } | null
  readonly revision: { readonly createdAt: string }
  readonly files: readonly File[]
  readonly pages: readonly PrintedPage[]
  readonly reusableContents: readonly {
    readonly id: string
    readonly document?: JSONDocument
  }[]
}

export type PrintedPage = (
  | (Omit<DocumentPage, 'pages' | 'document'> & { readonly document?: JSONDocument })
  | Omit<GroupPage, 'pages'>
) & { readonly depth: number }

/** All documents of a print. */
export function documentsOf({ pages, reusableContents }: PrintContent): JSONDocument[] {
  return [...pages, ...reusableContents]
    .map((each) => ('document' in each ? each.document : undefined))
    .filter((document) => document !== undefined)
}

const timeoutMs = 120_000

/** The form of a token. Everybody can request any path: only such a token is worth a call. */
const tokenShape = /^\w{1,128}\.\w{1,128}\.[\w-]{43}$/

/** Reads the content to print from the api; undefined if the token is used, expired or invalid. */
export async function readPrintContent(
  apiUrl: string,
  rendererSecret: string,
  token: string,
): Promise<PrintContent | undefined> {
  if (!tokenShape.test(token)) return undefined
  const reply = await fetch(`${apiUrl}/~render/print/${token}`, {
    headers: { authorization: `Bearer ${rendererSecret}` },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    if (reply.status === 404) return undefined
    throw new Error(`The api answered ${reply.status} to what is to be printed`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which knows the renderer by its secret
  return (await reply.json()) as PrintContent
}
