import { Parser } from 'htmlparser2'
import { hasConditionTag } from '#/document/condition-tags.ts'
import { isElement, isVoid } from './elements.ts'
import type { HtmlElement, HtmlNode, HtmlText } from './html-node.ts'
import { isBlankText } from './white-space.ts'

/** Names of placeholder elements for HTML that cannot be read; no real element has such a name. */
const tooDeep = '#nested-too-deep'
const markup = '#declaration'

const depthMax = 100

/** The limit of open tags, which counts also those that are text and are never closed. */
const openMax = 1000

/** The source ranges of comments by their node, and of elements by their list of children. */
export type HtmlPlaces = Map<object, { readonly start: number; end: number }>

/**
 * Parses a piece of HTML: names in lower case, character references decoded, missing tags added. A
 * tag whose name is no element (`<your-token>`) is text.
 */
export function parseHtml(source: string, places?: HtmlPlaces): HtmlNode[] {
  const root: HtmlNode[] = []
  const open: HtmlNode[][] = []
  const siblings = () => open.at(-1) ?? root
  let depth = 0
  const whole = () => ({ start: parser.startIndex, end: parser.endIndex + 1 })
  const raw = () => source.slice(parser.startIndex, parser.endIndex + 1)
  let isTooDeep = false

  const parser = new Parser(
    {
      onopentag(name, attributes, isImplied) {
        // The parser searches all open elements at each closing tag: a limit keeps it linear.
        if (isElement(name)) depth += 1
        if (depth > depthMax || open.length >= openMax) {
          isTooDeep = true
          parser.pause()
        }
        const around = siblings()
        const inside = openElement({ name, attributes, isImplied }, around, raw())
        open.push(inside)
        if (inside !== around) places?.set(inside, whole())
      },
      onclosetag(name, isImplied) {
        const inside = open.pop()
        const place = inside === siblings() ? undefined : places?.get(inside ?? root)
        const isElsewhere = isImplied && !isVoid(name)
        if (place) place.end = isElsewhere ? parser.startIndex : whole().end
        if (isElement(name)) depth -= 1
        if (isImplied || isElement(name)) return
        const tag = raw()
        if (tag.startsWith('</')) addText(siblings(), tag.endsWith('>') ? tag : `${tag}>`)
      },
      ontext(text) {
        const isDecoded = text !== raw()
        addText(siblings(), text, {
          ...(isDecoded && isBlankText(text) && { exact: true }),
          ...(!isDecoded && hasConditionTag(text) && { isCondition: true }),
        })
      },
      oncomment(text) {
        const isComment = raw().startsWith('<!--')
        const comment: HtmlNode = isComment ? { type: 'comment', text } : element(markup)
        places?.set(comment, whole())
        siblings().push(comment)
      },
      onprocessinginstruction() {
        siblings().push(element(markup))
      },
    },
    { recognizeSelfClosing: true },
  )
  parser.write(source)
  if (isTooDeep) return [element(tooDeep)]
  parser.end()
  return root
}

export interface Tag {
  /** The tag name in lower case; empty for a comment. */
  readonly name: string
  readonly kind: 'opening' | 'closing' | 'void' | 'comment'
  readonly attributes: Readonly<Record<string, string>>
}

/** Parses a single tag or comment, as Markdown has them in a line; undefined for any other text. */
export function parseTag(raw: string): Tag | undefined {
  if (raw.startsWith('<!--')) return { name: '', kind: 'comment', attributes: {} }
  const name = /^<\/?([a-z][^\s/>]*)/iu.exec(raw)?.[1]?.toLowerCase()
  if (name === undefined) return undefined
  if (raw.startsWith('</')) return { name, kind: 'closing', attributes: {} }
  const kind = isVoid(name) || raw.endsWith('/>') ? 'void' : 'opening'
  return { name, kind, attributes: attributesOf(raw) }
}

/** Adds the element of an opening tag; returns the list for its children. */
function openElement(
  tag: { name: string; attributes: HtmlElement['attributes']; isImplied: boolean },
  siblings: HtmlNode[],
  raw: string,
): HtmlNode[] {
  // A `</p>` without an opening tag would make an empty paragraph that the author did not write.
  if (tag.isImplied && tag.name === 'p') return []
  if (!isElement(tag.name)) {
    addText(siblings, raw)
    return siblings
  }
  const children: HtmlNode[] = []
  siblings.push({ ...element(tag.name), attributes: tag.attributes, children })
  return children
}

function element(name: string): HtmlElement {
  return { type: 'element', name, attributes: {}, children: [] }
}

function addText(
  siblings: HtmlNode[],
  text: string,
  kind: Pick<HtmlText, 'exact' | 'isCondition'> = {},
): void {
  const last = siblings.at(-1)
  if (last?.type === 'text' && last.exact === kind.exact) {
    siblings[siblings.length - 1] = { ...last, ...kind, text: last.text + text }
  } else siblings.push({ type: 'text', text, ...kind })
}

function attributesOf(raw: string): Readonly<Record<string, string>> {
  let found: Readonly<Record<string, string>> = {}
  const parser = new Parser({
    onopentag(_name, attributes) {
      found = attributes
    },
  })
  parser.end(raw)
  return found
}
