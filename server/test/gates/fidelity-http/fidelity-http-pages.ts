import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

import { validateDocument } from '@lectern/content/document/validate.ts'
import { splitPage } from '@lectern/content/page/page-file.ts'
import { extract } from 'tar-stream'

import type { MarkdownFile } from '../../../../content/test/markdown-files.ts'
import { checkReply } from '../../check-reply.ts'
import type { TestBody } from '../../test-api.ts'
import type { Instance } from '../harness/instance.ts'

export interface HttpWorld {
  readonly instance: Instance
  readonly url: string
  readonly token: string
}

interface WrittenPage {
  readonly file: MarkdownFile
  readonly id: string
  /** What it is exported as. */
  readonly path: string
}

export interface WrittenPages {
  readonly spaceId: string
  readonly written: readonly WrittenPage[]
  /** What the API does not take, in its own words. */
  readonly refused: readonly string[]
  /** How many hold what no text may hold, and were refused for it. */
  readonly noTexts: number
}

const pagesPerRequest = 25
const readsAtOnce = 4

export async function createSpace({ instance, ...world }: HttpWorld): Promise<string> {
  const path = `/orgs/${instance.sample.organization}/spaces`
  const { body } = await call(world, 'POST', path, { title: 'Fidelity', empty: true })
  return body.id
}

/** Writes each file as a page of its own, many in a request, as long as there is time. */
export async function writePages(
  world: HttpWorld,
  files: readonly MarkdownFile[],
  hasTime: () => boolean,
): Promise<WrittenPages> {
  const spaceId = await createSpace(world)
  const written: WrittenPage[] = []
  const refused: string[] = []
  let noTexts = 0
  for (let start = 0; start < files.length && hasTime(); start += pagesPerRequest) {
    const batch = files.slice(start, start + pagesPerRequest)
    const all = await insert(world, spaceId, batch, start)
    if (Array.isArray(all)) written.push(...all)
    else {
      // One file that is refused takes the others with it: each is tried alone.
      for (const [index, file] of batch.entries()) {
        const one = await insert(world, spaceId, [file], start + index)
        if (Array.isArray(one)) written.push(...one)
        else if (!isText(file.text)) noTexts += 1
        else refused.push(`${file.path}: refused: ${one.message}`)
      }
    }
  }
  return { spaceId, written, refused, noTexts }
}

/** PostgreSQL keeps no NUL, and the API says so. */
function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

async function insert(
  world: HttpWorld,
  spaceId: string,
  files: readonly MarkdownFile[],
  start: number,
): Promise<WrittenPage[] | { readonly message: string }> {
  const changes = files.map((file, index) => insertionOf(file, start + index))
  const path = `/spaces/${spaceId}/content`
  const { status, body } = await call(world, 'POST', path, { changes })
  if (status !== 200) return { message: JSON.stringify(body) }
  return files.map((file, index) => ({
    file,
    id: body.changes[index].page,
    path: `file-${start + index}.md`,
  }))
}

/** A whole file where it says its title itself; else its text alone, under a title of ours. */
function insertionOf({ text, path }: MarkdownFile, index: number): object {
  const { title, body } = splitPage(text)
  const slug = `file-${index}`
  const operation = 'insert_page'
  if (hasPlainTitle(title)) return { operation, slug, document: { markdown: text } }
  return { operation, slug, title: path, document: { markdown: body } }
}

function hasPlainTitle(title: string | undefined): boolean {
  return title !== undefined && title.trim() !== ''
}

/** Reads every page as Markdown and as a document, and all of them as one export. */
export async function checkPages(
  world: HttpWorld,
  { spaceId, written }: WrittenPages,
): Promise<{ readonly same: number; readonly problems: readonly string[] }> {
  const exported = await exportedFiles(world, spaceId)
  const problems: string[] = []
  const waiting = written.values()
  let same = 0
  const reader = async () => {
    for (const page of waiting) {
      const wrong = [
        ...(await checkReads(world, spaceId, page)),
        ...checkExport(page, exported),
      ]
      if (wrong.length === 0) same += 1
      problems.push(...wrong.map((each) => `${page.file.path}: ${each}`))
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, reader))
  if (exported.size !== written.length + 1) {
    problems.push(`the export holds ${exported.size} files, not ${written.length + 1}`)
  }
  return { same, problems }
}

async function checkReads(
  world: HttpWorld,
  spaceId: string,
  { file, id }: WrittenPage,
): Promise<string[]> {
  const path = `/spaces/${spaceId}/content/page/${id}`
  const markdown = await call(world, 'GET', `${path}?format=markdown`)
  const document = await call(world, 'GET', `${path}?format=document`)
  const { body } = splitPage(file.text)
  const problems: string[] = []
  if (markdown.body.markdown !== body) problems.push('the Markdown is another')
  // The contract leaves the kinds of blocks open; the model knows them.
  const checked = validateDocument(document.body.document)
  if ('problem' in checked) problems.push(`no document: ${JSON.stringify(checked)}`)
  for (const reply of [markdown, document]) {
    try {
      checkReply('GET', path, reply.status, reply.body)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  return problems
}

function checkExport(
  { file, path }: WrittenPage,
  exported: ReadonlyMap<string, string>,
): string[] {
  const text = exported.get(path)
  if (text === undefined) return ['not in the export']
  const { title, body } = splitPage(file.text)
  const isSame = hasPlainTitle(title) ? text === file.text : text.endsWith(body)
  return isSame ? [] : ['exported as another file']
}

async function exportedFiles(
  { url, token }: HttpWorld,
  spaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const reply = await fetch(`${url}/v1/spaces/${spaceId}/content/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const tar = extract()
  tar.end(gunzipSync(Buffer.from(await reply.arrayBuffer())))
  const files = new Map<string, string>()
  for await (const entry of tar) {
    files.set(entry.header.name, (await buffer(entry)).toString())
  }
  return files
}

interface Answer {
  readonly status: number
  readonly body: TestBody
}

async function call(
  { url, token }: Pick<HttpWorld, 'url' | 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}
