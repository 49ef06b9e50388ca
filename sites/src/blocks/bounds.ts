/** The longest strings that a page shows; a page's Markdown as a whole has its own limit. */
export const lengthMax = {
  /** One leaf of text. */
  text: 200_000,
  /** Titles, labels and names: text that takes one line. */
  label: 500,
  /** The text that screen readers read out for a picture. */
  alternative: 2000,
  formula: 5000,
  /** Longer code is shown without colours. */
  highlighted: 20_000,
  highlightedLine: 1000,
} as const

/** The text without characters that HTML cannot hold, cut with an ellipsis where it is too long. */
export function bounded(text: string, max: number): string {
  const clean = text.toWellFormed().replaceAll(unprintable, '')
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}…`
}

export function label(text: string): string {
  return bounded(text.replaceAll(/\s+/gu, ' ').trim(), lengthMax.label)
}

/** Control characters other than tab and line feed are no part of HTML. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFFFE\uFFFF]/gu
