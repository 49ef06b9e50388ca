import type { HtmlNode } from './html-node.ts'

// HTML white space only: a no-break space is a character like any other.

export function isBlankText(text: string): boolean {
  return /^[\t\n\f\r ]*$/u.test(text)
}

export function startsBlank(text: string): boolean {
  return /^[\t\n\f\r ]/u.test(text)
}

export function endsBlank(text: string): boolean {
  return startsBlank(text.slice(-1))
}

/** Whether a node is white space, which is invisible between elements. */
export function isBlank(node: HtmlNode): boolean {
  return node.type === 'text' && node.exact !== true && isBlankText(node.text)
}

export function trimStart(text: string): string {
  return text.replace(/^[\t\n\f\r ]+/u, '')
}

/** The text without white space at its end: by a loop, as a pattern would retry at each space. */
export function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && startsBlank(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
