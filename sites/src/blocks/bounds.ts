/** Limits of texts on a page, in characters: longer ones are cut, or shown without colours. */
export const lengthMax = {
  /** A leaf of text, or a whole block that is shown as plain text. */
  text: 200_000,
  /** Titles, labels and names: text that takes one line. */
  label: 500,
  /** The text that stands for a picture, and the description of a page. */
  alternative: 2000,
  formula: 5000,
  /** The code of one block, and one line of it; longer ones are shown without colours. */
  highlighted: 20_000,
  highlightedLine: 1000,
} as const

/** The text without `unprintable` characters, cut with an ellipsis where it is too long. */
export function bounded(text: string, max: number): string {
  const clean = text.toWellFormed().replaceAll(unprintable, '')
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}…`
}

export function label(text: string): string {
  return bounded(text.replaceAll(/\s+/gu, ' ').trim(), lengthMax.label)
}

/** Control characters except tab and line feed, and two code points that are no characters. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/gu
