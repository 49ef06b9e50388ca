/** Characters that reorder text, so that a reader sees another one than was written. */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const breaking = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
/** The signs that join the parts of an address, where something follows them. */
const joining = /[.:/@](?=[^\s\u2060])/gu
/** U+2060 shows as nothing, and no address has it. */
const wordJoiner = '\u2060'

const wordsCharactersMax = 80

/**
 * A text that somebody chose, for a line of a mail: on one line, cut, in its own order, and with
 * nothing that mail programs make a link of.
 */
export function plainWords(text: string, charactersMax = wordsCharactersMax): string {
  const words = text
    .replaceAll(reordering, '')
    .replaceAll(breaking, ' ')
    .replaceAll('://', ' ')
    .trim()
  const characters = Array.from(words)
  const cut =
    characters.length <= charactersMax
      ? words
      : `${characters
          .slice(0, charactersMax - 1)
          .join('')
          .trimEnd()}…`
  return cut.replaceAll(joining, `$&${wordJoiner}`)
}

/** The words between quotation marks, which set them off from the mail's own. */
export function quotedWords(text: string): string {
  return `“${plainWords(text)}”`
}
