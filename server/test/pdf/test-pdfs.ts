import assert from 'node:assert/strict'

import type { TestApi, TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

import { makePdf } from '#/features/publishing/pdf/pdf-jobs.ts'

const redDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function insertPage(ref: string, text: string, more: object = {}) {
  return {
    operation: 'insert_page',
    ref,
    title: ref,
    document: { markdown: text },
    ...more,
  }
}

export function pathOf({ spaceId }: TestSpace, query = ''): string {
  return `/spaces/${spaceId}/pdf${query}`
}

/** The id of the PDF that a link leads to. */
export function idIn(link: string): string {
  return new URL(link).pathname.split('/').at(-2) ?? ''
}

interface Handbook extends TestSpace {
  readonly ids: Readonly<Record<string, string>>
}

/** What tests of PDFs do, with an api that is started later. */
export function pdfsOf(api: () => TestApi) {
  /** Start, and Guide with Install below it, and a hidden page; a link and a picture too. */
  async function newHandbook(): Promise<Handbook> {
    const space = await createTestSpace(api(), { title: 'Hand & book', empty: true })
    const { changes } = await space.edit(
      {
        operation: 'insert_files',
        files: [{ name: 'dot.png', base64: redDot, contentType: 'image/png' }],
      },
      { operation: 'set_variables', variables: { product: 'Lectern' } },
      insertPage(
        'Start',
        'Begin here with <code class="expression">space.vars.product</code>.\n',
      ),
      insertPage('Guide', 'All of it.\n'),
      insertPage('Install', 'Run the installer.\n', { into: 'Guide' }),
      insertPage('Secret', 'Not in the contents.\n', { hidden: true }),
      {
        operation: 'insert_link',
        ref: 'Link',
        title: 'Link',
        target: { kind: 'url', url: 'https://example.com/' },
      },
    )
    const ids = Object.fromEntries(
      changes.map(({ ref, page: id, id: other }: TestBody) => [ref, id ?? other]),
    )
    return { ...space, ids }
  }

  async function linkTo(path: string): Promise<string> {
    const { status, body } = await api().as('read').get(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body.url
  }

  /** What is behind a link, asked of the process that serves it. */
  async function open(link: string): Promise<Response> {
    const { pathname } = new URL(link)
    return fetch(api().url + pathname)
  }

  async function make(link: string): Promise<void> {
    const pdf = { organizationId: api().organization, pdfId: idIn(link) }
    await makePdf.run(pdf, api().services)
  }

  async function rowOf(link: string): Promise<TestBody> {
    const [row] = await api().rows('select * from pdf where id = $1', [idIn(link)])
    return row
  }

  return { newHandbook, linkTo, open, make, rowOf }
}
