import { fillText } from '#/platform/html/fill.ts'
import type { Html } from '#/platform/html/html.ts'
import { type Language, languages } from '#/platform/html/language.ts'
import { page } from '#/platform/html/page.ts'

import type { Words } from './en.ts'

/** Who reads a page. */
export interface Reading {
  readonly language: Language
  readonly words: Words
  /** Where the language is chosen; absent on pages that cannot be asked for once more. */
  readonly choice?: Html | undefined
}

/** A page, for whatever language its reader has. */
export type View = (reading: Reading) => string

interface Written {
  readonly title: string
  readonly content: Html
  /** Whether the page says what is wrong with a form; the title of the window says so first. */
  readonly isError?: boolean
}

/** A page that is written in words of the table alone. */
export function pageIn(write: (words: Words) => Written): View {
  return ({ language, words, choice }) => {
    const { title, content, isError = false } = write(words)
    const { tag: lang, direction: dir } = languages[language]
    const windowTitle = isError ? fillText(words.common.errorIn, { title }) : title
    return page(title, content, { lang, dir, windowTitle, foot: choice })
  }
}
