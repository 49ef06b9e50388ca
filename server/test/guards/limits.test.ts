import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { settings } from '#/platform/config/config.ts'

import { isTest, readSources, root, type SourceFile } from './source-files.ts'

type Definitions = Readonly<
  Record<string, Pick<OperationDefinition, 'method' | 'caller' | 'isRead'>>
>

const columns = 7

/** The operations that an anonymous caller may send, or that an account may change something by. */
function causing(definitions: Definitions): string[] {
  return Object.entries(definitions)
    .filter(
      ([, { method, caller, isRead }]) =>
        caller === 'anyone' || (method !== 'GET' && isRead !== true),
    )
    .map(([id]) => id)
}

function problems(page: string, definitions: Definitions): string[] {
  const rows = rowsOf(page.replace(/^## Mails$[^]*/m, ''))
  const named = rows.flatMap(([, cell = '']) => codesIn(cell))
  return [
    ...rows
      .filter((cells) => cells.length !== columns || cells.includes(''))
      .map((cells) => `the row "${cells[0]}" does not fill ${columns} columns`),
    ...causing(definitions)
      .filter((id) => !named.includes(id))
      .map((id) => `${id} has no row in docs/limits.md`),
    ...named
      .filter((code) => !code.startsWith('/') && !Object.hasOwn(definitions, code))
      .map((code) => `docs/limits.md names ${code}, which is no operation`),
    ...named
      .filter((code, at) => named.indexOf(code) !== at)
      .map((code) => `docs/limits.md names ${code} twice`),
    ...codesIn(page)
      .filter((code) => /^[A-Z]+(?:_[A-Z]+)+$/.test(code))
      .filter((code) => !Object.hasOwn(settings, code))
      .map((code) => `docs/limits.md names ${code}, which is no setting`),
  ]
}

/** Jobs that send mails, and are not in the table of mails with what bounds them. */
function unboundedMails(files: readonly SourceFile[], page: string): string[] {
  const table = rowsOf(page.slice(page.search(/^## Mails$/m)))
  return files
    .filter(({ text }) => /\bmail\.send\(/.test(text))
    .flatMap(({ path: file, text }) => {
      const jobs = [...text.matchAll(/\bjob(?:<[^>]+>)?\(\s*'([^']+)'/g)]
      const [first, ...others] = jobs.map(([, name = '']) => name)
      if (first === undefined || others.length > 0) {
        return [`${file} sends mails and is not the file of one job`]
      }
      const row = table.find(([, sentBy = '']) => codesIn(sentBy).includes(first))
      return row === undefined || !/`[A-Z_]+_LIMIT_[A-Z_]+`/.test(row[3] ?? '')
        ? [`${first} sends mails that no row of docs/limits.md bounds`]
        : []
    })
}

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => first !== 'what' && first !== 'kind' && !/^-+$/.test(first))
}

function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

async function read(): Promise<string> {
  return readFile(path.join(root, 'docs/limits.md'), 'utf8')
}

describe('the table of limits', () => {
  it('names everything that anybody can cause without asking the operator', async () => {
    assert.deepEqual(problems(await read(), operations), [])
  })

  it('names every kind of mail, with its bounds', async () => {
    const sources = await readSources(/^server\/src\/features\/.*\.ts$/)
    const files = sources.filter((file) => !isTest(file.path))
    assert.ok(files.some(({ text }) => text.includes('mail.send(')))
    assert.deepEqual(unboundedMails(files, await read()), [])
  })

  it('fails for an operation, a setting or a mail that is not in it', async () => {
    const page = await read()
    const more = {
      ...operations,
      shoutAtSite: { method: 'POST', caller: 'anyone' },
      listShouts: { method: 'GET', caller: 'user' },
    } as const
    assert.deepEqual(problems(page, more), ['shoutAtSite has no row in docs/limits.md'])
    const [odd] = problems(
      page.replaceAll('`RATE_LIMIT_SITE`', '`RATE_LIMIT_X`'),
      operations,
    )
    assert.equal(odd, 'docs/limits.md names RATE_LIMIT_X, which is no setting')
    const text =
      "export const x = job<object>(\n  'shouts.send',\n  {}, () => mail.send(m))"
    const shouting = [{ path: 'server/src/features/x/shout-jobs.ts', text }]
    assert.deepEqual(unboundedMails(shouting, page), [
      'shouts.send sends mails that no row of docs/limits.md bounds',
    ])
  })
})
