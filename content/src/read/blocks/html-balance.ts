import { isElement, isVoid } from '#/html/elements.ts'

/** The names that a piece of HTML closes without opening, and opens without closing, in order. */
export interface HtmlBalance {
  readonly closings: readonly string[]
  readonly openings: readonly string[]
}

/** Elements whose closing tag is optional. */
const selfEnding = new Set(
  'li dt dd tr td th thead tbody tfoot option optgroup colgroup rt rp'.split(' '),
)
/** Elements whose content is not HTML. */
const rawText = new Set(['script', 'style', 'textarea', 'title'])
/** The limit of open elements that are paired. */
const openingsMax = 200

export function htmlBalance(html: string): HtmlBalance {
  const closings: string[] = []
  const openings: string[] = []
  let raw: string | undefined
  for (const { name, kind } of tagsOf(html)) {
    if (raw !== undefined && (raw !== name || kind !== 'closing')) continue
    raw = undefined
    if (!needsClosing(name)) continue
    if (kind === 'closing') {
      const opening = openings.lastIndexOf(name)
      if (opening === -1) closings.push(name)
      else openings.length = opening
    } else if (kind === 'opening') {
      openings.push(name)
      if (rawText.has(name)) raw = name
      if (openings.length > openingsMax) break
    }
  }
  return { closings, openings }
}

function needsClosing(name: string): boolean {
  return isElement(name) && !isVoid(name) && !selfEnding.has(name)
}

interface TagSign {
  readonly name: string
  readonly kind: 'opening' | 'closing' | 'complete'
}

const tagStart = /(\/?)([a-z][\w:-]*)/iy

/** The tags of the text, in one pass: comments are skipped, as is `>` in quoted values. */
function* tagsOf(html: string): Generator<TagSign> {
  for (let index = html.indexOf('<'); index !== -1; index = html.indexOf('<', index)) {
    index++
    if (html.startsWith('!--', index)) {
      const end = html.indexOf('-->', index)
      if (end === -1) return
      index = end
      continue
    }
    tagStart.lastIndex = index
    const [all = '', slash, name = ''] = tagStart.exec(html) ?? []
    if (name === '') continue
    index = tagEnd(html, index + all.length)
    if (index === -1) return
    const kind = html[index - 1] === '/' ? 'complete' : 'opening'
    yield { name: name.toLowerCase(), kind: slash === '/' ? 'closing' : kind }
  }
}

/** The index of the `>` that ends a tag; -1 when the tag has no end. */
function tagEnd(html: string, start: number): number {
  let beforeValue = false
  for (let index = start; index < html.length; index++) {
    const character = html[index] ?? ''
    if (character === '>') return index
    if (beforeValue && (character === '"' || character === "'")) {
      index = html.indexOf(character, index + 1)
      if (index === -1) return -1
    }
    if (character.trim() !== '') beforeValue = character === '='
  }
  return -1
}
