import { lineEndingOf } from '#/text/line-ending.ts'
import { lineAt, type YamlProblem } from '#/yaml/read-yaml.ts'
import {
  readAttributes,
  unreadAttributes,
  type PageAttributes,
} from './page-attributes.ts'
import { conditionLine, readCondition } from './page-condition.ts'
import { readFrontMatter, splitHead, type HeadParts } from './page-head.ts'

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
  /** Why the front matter cannot be read: a sentence, with the line of the file. */
  readonly problem?: string
  /** Why the condition of the page holds for nobody: sentences, with the line of the file. */
  readonly conditionProblem?: string
}

/** Splits a page file. Never throws: text that is not understood stays in `head` or in `body`. */
export function splitPage(file: string): PageFile {
  const { parts, body, title } = splitHead(file)
  const head = parts.mark + parts.opening + parts.yaml + parts.closing
  return {
    head: head + parts.gap + parts.heading + parts.after,
    body,
    ...(title !== undefined && { title }),
    ...frontMatter(parts),
  }
}

/** Splits the file of a reusable content, whose first heading is part of its text. */
export function splitInclude(file: string): PageFile {
  const { parts, body } = splitHead(file)
  const head = parts.mark + parts.opening + parts.yaml + parts.closing + parts.gap
  const reading = readFrontMatter(parts)
  const title = 'problem' in reading ? undefined : reading.values['title']
  return {
    head,
    body: parts.heading + parts.after + body,
    ...(typeof title === 'string' && title !== '' && { title }),
    ...withoutCondition(frontMatter(parts)),
  }
}

/** Joins a head with a body from elsewhere. */
export function joinPage(head: string, body: string): string {
  if (head === '' || body === '' || /[\r\n\uFEFF]$/.test(head)) return head + body
  const eol = lineEndingOf(head + body)
  return head + eol + eol + body
}

function frontMatter(
  parts: HeadParts,
): Pick<PageFile, 'attributes' | 'unknown' | 'problem' | 'conditionProblem'> {
  const linesAbove = lineAt(parts.opening, parts.opening.length) - 1
  const reading = readFrontMatter(parts)
  if ('problem' in reading) return unread(parts.yaml, reading.problem, linesAbove)
  const { problem, line } = readCondition(reading)
  const read = readAttributes(reading)
  if (problem === undefined) return read
  const at = line === undefined ? '' : `Line ${line + linesAbove}: `
  const conditionProblem = `${at}the condition of the page ${problem}.`
  return { ...read, conditionProblem: sentence(conditionProblem) }
}

/** The front matter of a text that is no page, and has no condition of its own. */
function withoutCondition({
  conditionProblem: _problem,
  ...read
}: ReturnType<typeof frontMatter>) {
  return read
}

function unread(
  yaml: string,
  { message, line }: YamlProblem,
  linesAbove: number,
): Pick<PageFile, 'attributes' | 'unknown' | 'problem' | 'conditionProblem'> {
  const at = line === undefined ? '' : `Line ${line + linesAbove}: `
  const problem = sentence(`${at}the front matter cannot be read: ${message}.`)
  const attributes = unreadAttributes(yaml)
  const from = conditionLine(yaml)
  if (from === undefined) return { attributes, unknown: [], problem }
  const conditionProblem = `${problem} Line ${from + linesAbove} has a condition.`
  return { attributes, unknown: [], problem, conditionProblem }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
