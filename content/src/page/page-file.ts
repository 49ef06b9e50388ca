import { readAttributes, type PageAttributes } from './page-attributes.ts'
import { readFrontMatter, splitHead } from './page-head.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

/** A page as a repository holds it: `head + body` is the file, byte for byte. */
export interface PageFile {
  /** Byte order mark, front matter, title heading and the blank lines between and after them. */
  readonly head: string
  readonly body: string
  /** The words of the title heading; for an include, the `title` of its front matter. */
  readonly title?: string
  readonly attributes: PageAttributes
  /** Keys of the front matter that are stored without effect. */
  readonly unknown: readonly string[]
  /** The reason why the front matter cannot be read. */
  readonly problem?: string
}

/** Splits a page file. Never throws: text that is not understood stays in `head` or in `body`. */
export function splitPage(file: string): PageFile {
  const { parts, body, title } = splitHead(file)
  const head = parts.mark + parts.opening + parts.yaml + parts.closing
  return {
    head: head + parts.gap + parts.heading + parts.after,
    body,
    ...(title !== undefined && { title }),
    ...frontMatter(parts.yaml),
  }
}

/** Splits the file of a reusable content, whose first heading is part of its text. */
export function splitInclude(file: string): PageFile {
  const { parts, body } = splitHead(file)
  const head = parts.mark + parts.opening + parts.yaml + parts.closing + parts.gap
  const reading = readFrontMatter(parts.yaml)
  const title = 'problem' in reading ? undefined : reading.values['title']
  return {
    head,
    body: parts.heading + parts.after + body,
    ...(typeof title === 'string' && title !== '' && { title }),
    ...frontMatter(parts.yaml),
  }
}

/** Joins a head with a body from elsewhere. */
export function joinPage(head: string, body: string): string {
  if (head === '' || body === '' || /[\r\n\uFEFF]$/.test(head)) return head + body
  const eol = lineEndingOf(head + body)
  return head + eol + eol + body
}

function frontMatter(yaml: string): Pick<PageFile, 'attributes' | 'unknown' | 'problem'> {
  const reading = readFrontMatter(yaml)
  if ('problem' in reading) {
    return { attributes: {}, unknown: [], problem: reading.problem }
  }
  return readAttributes(reading)
}
