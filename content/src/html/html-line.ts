import { characterReference } from './write-attributes.ts'

/** The surroundings of a text: the tags of an HTML block, or a line of Markdown. */
export type HtmlPlace = 'html' | 'markdown'

/** A line of text in the making: each space that a reader would drop is a character reference. */
export interface HtmlLine {
  readonly place: HtmlPlace
  readonly parts: string[]
  /** The kind of content that the next space follows. */
  after: 'edge' | 'space' | 'text'
}

export function startLine(place: HtmlPlace): HtmlLine {
  return { place, parts: [], after: 'edge' }
}

export function addText(line: HtmlLine, text: string): void {
  for (const [part] of text.matchAll(/[^ \n]+| |\n/gu)) {
    if (part === '\n') {
      keepSpace(line)
      line.parts.push('<br>')
      line.after = 'edge'
    } else if (part !== ' ') addInline(line, escapeText(part, line.place))
    else if (line.after === 'text') {
      line.parts.push(part)
      line.after = 'space'
    } else addInline(line, characterReference(part))
  }
}

/** Adds visible content: a space beside it counts. */
export function addInline(line: HtmlLine, html: string): void {
  line.parts.push(html)
  line.after = 'text'
}

/** Adds the tag of a mark: it is invisible, so a space beside it is judged without it. */
export function addTag(line: HtmlLine, tag: string): void {
  line.parts.push(tag)
}

export function endLine(line: HtmlLine): string {
  keepSpace(line)
  return line.parts.join('')
}

/** Escapes text so that all of its white space stays. */
export function escapeExactly(text: string, place: HtmlPlace): string {
  const edges = escapeText(text, place).replaceAll('\n', characterReference)
  return edges.replaceAll(/^ | (?= |$)/gu, characterReference)
}

/** Characters with a meaning in Markdown: emphasis, code, links, emoji, formulas, tags. */
const activeInMarkdown =
  /[*`~[\]\\]|\$(?=\$)|(?<=\$)\$|:(?=[\w+/-])|(?<=[\w+-]):|@|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=www)\./giu

function escapeText(text: string, place: HtmlPlace): string {
  const escaped = text.replaceAll(/[&<\t\r\f]|\{(?=%)/gu, characterReference)
  if (place === 'html') return escaped
  return text
    .split(/([&<\t\r\f]|\{(?=%))/u)
    .map((part, index) =>
      index % 2 === 1
        ? characterReference(part)
        : part.replaceAll(activeInMarkdown, characterReference),
    )
    .join('')
}

/** Encodes a space at the end of a line, which would be dropped. */
function keepSpace(line: HtmlLine): void {
  if (line.after !== 'space') return
  const at = line.parts.lastIndexOf(' ')
  line.parts[at] = characterReference(' ')
}
