import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { variablesId } from '#/content-store/entries/public.ts'

import { markdownFiles } from '../../../../content/test/markdown-files.ts'
import { type seeded } from '../../../../tools/gate.ts'
import type { Instance, ServerProcess } from '../harness/instance.ts'

/** Stands in every id of the template where a copy has six characters of its own. */
export const placeholder = '~~~~~~'

export const templateTables = [
  'content_node',
  'space',
  'space_counter',
  'branch',
  'revision',
  'document',
  'entry',
  'entry_version',
  'search_section',
  'search_word',
  'search_sight',
  'search_sight_word',
  'search_vocabulary',
  'search_state',
] as const

/** One space as rows of its tables, with placeholders in its ids. */
export interface Template {
  readonly rows: Readonly<Record<(typeof templateTables)[number], string>>
  readonly spaceId: string
}

const chapters = 20
const pagesPerChapter = 9
export const pagesPerSpace = chapters * (1 + pagesPerChapter)
const pageCharacters = 4_000
const indexedWithinMs = 300_000
const root = path.resolve(import.meta.dirname, '../../../..')

/** A space written through the API and indexed by a worker, so that its rows are what the product writes. */
export async function makeTemplate(
  instance: Instance,
  api: ServerProcess,
  random: ReturnType<typeof seeded>,
): Promise<Template> {
  const { db, sample } = instance
  const post = async (target: string, body: object) => {
    const reply = await fetch(`${api.url}/v1${target}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sample.tokens.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (reply.status >= 300) throw new Error(`${target}: ${await reply.text()}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answers of two operations
    return (await reply.json()) as { id: string; changes: { page?: string }[] }
  }
  const { id } = await post(`/orgs/${sample.organization}/spaces`, {
    title: placeholder,
    empty: true,
  })
  const texts = textsFrom(random)
  await post(`/spaces/${id}/content`, { changes: filesAndMore() })
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    await post(`/spaces/${id}/content`, { changes: chapterOf(chapter, texts) })
  }
  const worker = await instance.startWorker()
  await untilIndexed(instance, id)
  await worker.stop()

  const rows: Record<string, string> = {}
  for (const table of templateTables) rows[table] = await rowsOf(instance, table, id)
  const ids = await db.raw(
    `select id from entry where space_id = $1 and id <> $2
     union select id from revision where space_id = $1`,
    [id, variablesId],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  const known = [id, ...(ids.rows as { id: string }[]).map((row) => row.id)]
  const names = new RegExp(known.join('|'), 'g')
  const blank = (text: string) =>
    text.replaceAll(names, (each) => placeholder + each.slice(placeholder.length))
  for (const table of templateTables) rows[table] = blank(rows[table] ?? '')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table was read above
  return { rows: rows as Template['rows'], spaceId: blank(id) }
}

async function rowsOf({ db }: Instance, table: string, spaceId: string): Promise<string> {
  const key = table === 'content_node' || table === 'space' ? 'id' : 'space_id'
  const where = table === 'search_vocabulary' ? '$1 <> key' : `${key} = $1`
  const from =
    table === 'search_vocabulary' ? `(select *, '' as key from ${table})` : table
  const { rows } = await db.raw(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${from} t where ${where}`,
    [spaceId],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  return (rows as { rows: string }[])[0]?.rows ?? '[]'
}

async function untilIndexed({ db }: Instance, spaceId: string): Promise<void> {
  const deadline = Date.now() + indexedWithinMs
  for (;;) {
    const { rows } = await db.raw(
      `select 1 from search_state s join branch b on b.space_id = s.space_id
       where s.space_id = $1 and s.indexed_number = b.head_number`,
      [spaceId],
    )
    if (rows.length > 0) return
    if (Date.now() > deadline) throw new Error('The template was not indexed in time')
    await sleep(50)
  }
}

function files(from: number): object[] {
  return Array.from({ length: 20 }, (_, at) => ({
    name: `picture-${from + at}.png`,
    base64: Buffer.from(`picture ${from + at}`).toString('base64'),
  }))
}

function filesAndMore(): object[] {
  const document = { markdown: 'Ask the people who run your instance.\n' }
  return [
    { operation: 'insert_files', files: files(0) },
    { operation: 'insert_files', files: files(20) },
    { operation: 'insert_reusable_content', title: 'Who to ask', document },
    { operation: 'set_variables', variables: { product: 'Lectern', version: '4' } },
  ]
}

/** A page with others below it; each leads to its neighbours and shows a file. */
function chapterOf(chapter: number, text: () => string): object[] {
  const markdown = (page: number) =>
    `${text()}\n\nSee [the next page](page-${page + 1}.md), [its start](../chapter-${chapter}.md) and [another chapter](../chapter-${(chapter + 7) % chapters}.md).\n\n![A picture](../picture-${(chapter * 2) % 40}.png)\n`
  const pages = Array.from({ length: pagesPerChapter }, (_, page) => ({
    operation: 'insert_page',
    title: `Page ${page}`,
    into: 'chapter',
    document: { markdown: markdown(page) },
  }))
  return [
    {
      operation: 'insert_page',
      title: `Chapter ${chapter}`,
      ref: 'chapter',
      document: { markdown: text() },
    },
    ...pages,
  ]
}

function isHeading(paragraph: string): boolean {
  return paragraph.startsWith('#')
}

/** Some fixtures are there to be refused. */
function isStorable(text: string): boolean {
  return !/[\0\uFFFD]/.test(text) && text.isWellFormed()
}

/** Pages of the usual length, each put together from paragraphs of real ones. */
function textsFrom(random: ReturnType<typeof seeded>): () => string {
  const paragraphs = ['content/test/fixtures/pages', 'docs']
    .flatMap((folder) => markdownFiles(path.join(root, folder)))
    .flatMap(({ text }) => text.split(/\n\s*\n/))
    .filter((each) => each.length < 1_000 && /^[\w#*]|^- /.test(each) && isStorable(each))
  const bodies = paragraphs.filter((each) => !isHeading(each) && each.length > 80)
  return () => {
    const chosen: string[] = []
    for (let length = 0; length < pageCharacters; length += chosen.at(-1)?.length ?? 0) {
      // A heading for about every screen of text.
      if (length > (pageCharacters / 5) * chosen.filter(isHeading).length) {
        chosen.push(
          `## ${random
            .pick(bodies)
            .slice(0, 40)
            .replaceAll(/[^\w]+/g, ' ')}`,
        )
      }
      chosen.push(random.pick(bodies))
    }
    return `${chosen.join('\n\n')}\n`
  }
}
