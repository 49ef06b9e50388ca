import {
  readYaml,
  tooLong,
  type YamlProblem,
  type YamlReading,
} from '#/yaml/read-yaml.ts'
import { hasConditionLine } from './page-condition.ts'
import { readTitleHeading } from './plain-title.ts'

/** The head of a page file in the order of its bytes; a missing part is ''. */
export interface HeadParts {
  readonly mark: string
  readonly opening: string
  readonly yaml: string
  readonly closing: string
  readonly gap: string
  readonly heading: string
  readonly after: string
}

export interface SplitHead {
  readonly parts: HeadParts
  readonly body: string
  readonly title?: string
  /** The offsets of the title's words in `parts.heading`. */
  readonly words?: readonly [number, number]
}

/**
 * Splits a page file into head and body. The title is a heading of level 1 with only front matter
 * and blank lines before it. A heading further down is part of the text: moving it out would split
 * the text.
 */
export function splitHead(file: string): SplitHead {
  const mark = file.startsWith('\uFEFF') ? '\uFEFF' : ''
  const [opening, yaml, closing] = fences(file.slice(mark.length))
  const gapStart = mark.length + opening.length + yaml.length + closing.length
  const gap = blankLines(file, gapStart)
  const headingStart = gapStart + gap.length
  const found = readTitleHeading(file.slice(headingStart))
  const parts = { mark, opening, yaml, closing, gap }
  if (found === undefined) {
    return { parts: { ...parts, heading: '', after: '' }, body: file.slice(headingStart) }
  }
  const headingEnd = headingStart + found.end
  const rest = /[^\r\n]*(?:\r\n|\n|\r)?/y
  rest.lastIndex = headingEnd
  const lineEnd = headingEnd + (rest.exec(file)?.[0].length ?? 0)
  const after = blankLines(file, lineEnd)
  return {
    parts: { ...parts, heading: file.slice(headingStart, lineEnd), after },
    body: file.slice(lineEnd + after.length),
    title: found.title,
    words: found.words,
  }
}

const frontMatterLengthMax = 65_536

/** The values in the front matter of a head, or the reason why it cannot be read. */
export function readFrontMatter({
  opening,
  yaml,
  closing,
}: HeadParts): YamlReading | { readonly problem: YamlProblem } {
  if (opening !== '' && closing === '') {
    return { problem: { message: 'there is no line --- after the front matter' } }
  }
  return readBetween(yaml)
}

function readBetween(yaml: string): YamlReading | { readonly problem: YamlProblem } {
  return yaml.length > frontMatterLengthMax
    ? { problem: tooLong(frontMatterLengthMax) }
    : readYaml(yaml.replaceAll(/\r(?!\n)/g, '\n'))
}

/**
 * The two fences of the front matter and the YAML between them, or three empty texts. One with a
 * condition may stand below blank lines, and lack its end: as text, it would open the page.
 */
function fences(text: string): readonly [string, string, string] {
  const above = blankLines(text, 0)
  const fence = /---[ \t]*(?:\r\n|\n|\r)/y
  fence.lastIndex = above.length
  const opening = above + (fence.exec(text)?.[0] ?? '')
  if (opening === above) return ['', '', '']
  const end = /^---[ \t]*(?:\r\n|\n|\r|$)/gm
  end.lastIndex = opening.length
  const closing = end.exec(text)
  if (closing === null) return unclosed(text, opening)
  const yaml = text.slice(opening.length, closing.index)
  const isText = above === '' ? isProse(yaml) : !hasConditionLine(yaml)
  return isText ? ['', '', ''] : [opening, yaml, closing[0]]
}

/** Front matter without an end goes up to the first blank line. */
function unclosed(text: string, opening: string): readonly [string, string, string] {
  const line = /[ \t]*[^ \t\r\n][^\r\n]*(?:\r\n|\n|\r|$)/y
  let end = opening.length
  for (line.lastIndex = end; line.test(text);) end = line.lastIndex
  const yaml = text.slice(opening.length, end)
  return hasConditionLine(yaml) ? [opening, yaml, ''] : ['', '', '']
}

/** Whether the text between two dividers is prose, which is YAML of a kind, but no front matter. */
function isProse(yaml: string): boolean {
  const reading = readBetween(yaml)
  const isNoMapping = 'problem' in reading && reading.problem.isNoMapping === true
  return isNoMapping && !hasConditionLine(yaml)
}

function blankLines(text: string, from: number): string {
  let end = from
  const line = /[ \t]*(?:\r\n|\n|\r)/y
  for (line.lastIndex = from; line.test(text);) end = line.lastIndex
  const rest = /[ \t]+$/y
  rest.lastIndex = end
  return text.slice(from, rest.test(text) ? text.length : end)
}
