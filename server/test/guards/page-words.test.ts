import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Words } from '#/features/joining/page-words/public.ts'
import { words } from '#/features/joining/page-words/words.ts'
import { isLanguage, languages } from '#/platform/html/language.ts'
import { listSamplePages, samplePages, values } from '#test/sign-in-pages/sample-pages.ts'

import { readSources } from './source-files.ts'

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>

const english: Table = words.en

/** A language in which every text stands in brackets. */
const bracketed: Words = changed(words.en, (text) => `⟦${text}⟧`)

function changed(table: Words, change: (text: string) => string): Words {
  const parts = Object.entries<object>(table).map(([part, texts]) => {
    const pairs = Object.entries<string>({ ...texts })
    return [part, Object.fromEntries(pairs.map(([key, text]) => [key, change(text)]))]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same keys as before
  return Object.fromEntries(parts) as Words
}

/** What people see or hear of a page, without what is given to it. */
function textsOf(page: string): string[] {
  const body = page
    .replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<code\b[^]*?<\/code>/g, '')
    .replaceAll(/<textarea\b[^]*?<\/textarea>/g, '')
  const attributes = body.matchAll(/\b(?:aria-label|title|placeholder|alt)="([^"]*)"/g)
  const shown = body.replaceAll(/<\/?[a-z!][^>]*>/gi, '\n').split('\n')
  return [...attributes].map(([, text = '']) => text).concat(shown)
}

/** The letters of a page that stand in no brackets and are no value that it was given. */
function lettersOutside(page: string): string[] {
  const given = Object.values(values).toSorted((a, b) => b.length - a.length)
  return withoutBrackets(textsOf(page).join('\n'))
    .split('\n')
    .map((line) => given.reduce((rest, value) => rest.replaceAll(value, ''), line))
    .map((line) => line.replace('Lectern', '').trim())
    .filter((line) => /\p{L}/u.test(line))
}

/** One text may stand in another, and the markup of a value in both. */
function withoutBrackets(text: string): string {
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
  return less === text ? text : withoutBrackets(less)
}

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted()
}

describe('the pages of signing in', () => {
  it('have no text outside the table', () => {
    const pages = listSamplePages()
    assert.ok(pages.length > 80)
    const found = pages.flatMap(({ name, view }) =>
      lettersOutside(view({ language: 'en', words: bracketed })).map(
        (line) => `${name} says ${JSON.stringify(line)}`,
      ),
    )
    assert.deepEqual(found, [])
  })

  it('are all among those that this looks at', async () => {
    const files = await readSources(/^server\/src\/.*\.ts$/)
    const views = files
      .filter(({ text }) => /import \{[^}]*\bpageIn\b[^}]*\} from/.test(text))
      .map(({ path }) => path.replace('server/src/features/joining/', ''))
    assert.deepEqual(views.toSorted(), Object.keys(samplePages).toSorted())
  })

  it('use every text', () => {
    const all = listSamplePages()
      .map(({ view }) => view({ language: 'en', words: words.en }))
      .join('\n')
    const unused = Object.entries(english).flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => !piecesOf(text).every((piece) => all.includes(piece)))
        .map(([key]) => `${part}.${key}`),
    )
    const elsewhere = Object.keys(words.en.mails).map((key) => `mails.${key}`)
    // The choice of a language stands below what a page says.
    assert.deepEqual(new Set(unused), new Set(['common.language', ...elsewhere]))
  })

  it('are in every language that sites have', async () => {
    const files = await readSources(/^sites\/src\/shell\/strings\/[a-z-]+\.ts$/)
    const names = files
      .map(({ path }) => path.replace(/^.*\/|(?:-br)?\.ts$/g, ''))
      .filter((name) => !name.startsWith('strings'))
    assert.deepEqual(names.toSorted(), Object.keys(languages).toSorted())
  })

  it('have the same values in a text of every language, and no text twice by mistake', () => {
    const wrong = Object.entries(words).flatMap(([language, table]) =>
      Object.entries<object>(table).flatMap(([part, texts]) =>
        Object.entries<string>({ ...texts })
          .filter(([key, text]) => {
            const original = english[part]?.[key] ?? ''
            const isSame = text === original && /\p{L}/u.test(withoutValues(text))
            return (
              text.trim() === '' ||
              placeholdersOf(text).join() !== placeholdersOf(original).join() ||
              (language !== 'en' && isSame && !alike.has(`${language} ${part}.${key}`))
            )
          })
          .map(([key]) => `${language} ${part}.${key}`),
      ),
    )
    assert.deepEqual(wrong, [])
  })

  it('are known by what they say', () => {
    assert.deepEqual(lettersOutside('<p>⟦Hello⟧ <b>you</b></p>'), ['you'])
    assert.deepEqual(lettersOutside('<p aria-label="Name">⟦Hello⟧</p>'), ['Name'])
    assert.deepEqual(lettersOutside('<p>⟦Hello <b>you</b>, all⟧</p>'), [])
    assert.ok(isLanguage('he') && !isLanguage('xx'))
  })
})

function piecesOf(text: string): string[] {
  return text.split(/\{\w+\}/)
}

function withoutValues(text: string): string {
  return text.replaceAll(/\{\w+\}/g, '')
}

/** Texts that are written as in English. */
const alike: ReadonlySet<string> = new Set(['es common.errorIn'])
