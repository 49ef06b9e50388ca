import { createElement, type ReactElement, type ReactNode } from 'react'

import { breadthOf } from './formula-breadth.ts'
import { laidOut } from './mathml-layout.ts'
import { mathLetters } from './math-letters.ts'

/** The elements of MathML that a formula may have: none of these can act. */
const elements = new Set(
  `math semantics mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder
  munderover mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose merror`.split(
    /\s+/u,
  ),
)

const attributes = new Set(
  `accent accentunder columnalign columnlines columnspacing depth display displaystyle fence form
  height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant
  maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator side
  stretchy symmetric voffset width xmlns`.split(/\s+/u),
)

const depthMax = 100
const lengthMax = 300_000

export interface Formula {
  readonly element: ReactElement
  /** About how wide it is, in letters of its own size. */
  readonly breadth: number
}

/**
 * The elements that the markup of a formula stands for; undefined if any is not known to be
 * harmless. Parses only the output of the formula writer: each tag closed, each attribute quoted.
 */
export function readMathml(markup: string): Formula | undefined {
  const tree = markup.length > lengthMax ? undefined : readTree(markup)
  const element = tree === undefined ? undefined : elementOf(laidOut(tree))
  return tree === undefined || element === undefined
    ? undefined
    : { element, breadth: breadthOf(tree) }
}

export interface Tree {
  readonly name: string
  readonly attributes: string
  readonly className?: string
  readonly children: (Tree | string)[]
}

function readTree(markup: string): Tree | undefined {
  const root: Tree = { name: '', attributes: '', children: [] }
  const open = [root]
  for (const piece of pieces(markup)) {
    const around = open.at(-1)
    if (around === undefined || open.length > depthMax) return undefined
    if (typeof piece === 'string') around.children.push(decode(piece))
    else if (piece.kind === 'close') {
      if (open.pop()?.name !== piece.name) return undefined
    } else {
      const tree: Tree = { name: piece.name, attributes: piece.attributes, children: [] }
      around.children.push(tree)
      if (!piece.isEmpty) open.push(tree)
    }
  }
  const [only, ...more] = root.children
  const isWhole = open.length === 1 && more.length === 0 && typeof only === 'object'
  return isWhole ? only : undefined
}

/**
 * The element of a tree; undefined if the tree holds an element that is not in `elements`. Drops
 * the annotation with the source of the formula, which browsers do not show.
 */
function elementOf({
  name,
  className,
  attributes: source,
  children,
}: Tree): ReactElement | undefined {
  if (!elements.has(name)) return undefined
  const { mathvariant: variant = 'normal', ...props } = propsOf(source)
  const shown: ReactNode[] = []
  for (const child of children) {
    if (typeof child === 'object' && child.name === 'annotation') continue
    const node =
      typeof child === 'string' ? mathLetters(child, variant) : elementOf(child)
    if (node === undefined) return undefined
    shown.push(node)
  }
  const isUpright = source.includes(' mathvariant="normal"')
  return createElement(
    name,
    {
      ...props,
      ...(isUpright && { mathvariant: 'normal' }),
      ...(className !== undefined && { className }),
    },
    ...shown,
  )
}

function propsOf(source: string): Record<string, string> {
  const props: Record<string, string> = {}
  for (const [, key = '', value = ''] of source.matchAll(/ ([a-z]+)="([^"]*)"/gu)) {
    if (attributes.has(key)) props[key] = decode(value)
  }
  return props
}

interface Tag {
  readonly kind: 'open' | 'close'
  readonly name: string
  readonly attributes: string
  readonly isEmpty: boolean
}

function* pieces(markup: string): Generator<string | Tag> {
  let at = 0
  while (at < markup.length) {
    const start = markup.indexOf('<', at)
    if (start !== at) yield markup.slice(at, start === -1 ? undefined : start)
    if (start === -1) return
    const end = markup.indexOf('>', start)
    yield readTag(markup.slice(start, end === -1 ? undefined : end + 1))
    at = end === -1 ? markup.length : end + 1
  }
}

function readTag(source: string): Tag {
  const [, slash = '', name = '#', attributesSource = '', empty = ''] =
    /^<(\/?)([a-z]+)((?: [a-z]+="[^"]*")*)(\/?)>$/u.exec(source) ?? []
  return {
    kind: slash === '' ? 'open' : 'close',
    name,
    attributes: attributesSource,
    isEmpty: empty !== '',
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
}

function decode(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot)|#x([\da-f]{1,6}));/giu,
    (reference, name?: string, code?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? reference
      const point = Number.parseInt(code ?? '', 16)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : reference
    },
  )
}
