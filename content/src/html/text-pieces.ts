import type { Mark } from '#/document/marks.ts'
import type { Inline, Leaf, Phrasing } from '#/document/nodes.ts'
import { joinPhrasing } from '#/document/join-phrasing.ts'
import { isBlankText, startsBlank, trimEnd, trimStart } from './white-space.ts'

/** A part of a line of text, before its white space is collapsed. */
export type Piece = TextPiece | { readonly kind: 'inline'; readonly inline: Inline }

interface TextPiece {
  /** `flowing` text collapses white space, `exact` text keeps it, `embedded` is from Markdown. */
  readonly kind: 'flowing' | 'exact' | 'embedded' | 'break'
  readonly text: string
  readonly marks: readonly Mark[]
}

/**
 * The text of the pieces with white space as a browser shows it: a run becomes one space, and the
 * edges of a block (`isBlock`) have none.
 */
export function collapseWhiteSpace(
  pieces: readonly Piece[],
  isBlock: boolean,
): Phrasing[] {
  const line: Line = { nodes: [], pending: undefined, isOpen: !isBlock }
  for (const piece of pieces) {
    if (piece.kind === 'inline') add(line, piece.inline)
    else if (piece.kind === 'break') addBreak(line, piece)
    else if (piece.kind === 'flowing') addFlowing(line, piece)
    else if (piece.text !== '') add(line, textOf(leaf(piece.text, piece.marks)))
  }
  const { nodes, pending } = line
  if (!isBlock && pending !== undefined) nodes.push(textOf(pending))
  return nodes.length === 0 ? [] : [...joinPhrasing(nodes)]
}

/** Drops the spaces of Markdown at the edges of an HTML block: `<p> **a** </p>`. */
export function trimPieces(pieces: readonly Piece[]): Piece[] {
  const fromStart = trimFirst(pieces, trimStart)
  return trimFirst(fromStart.toReversed(), trimEnd).toReversed()
}

function trimFirst(
  pieces: readonly Piece[],
  trim: (text: string) => string,
): readonly Piece[] {
  const at = pieces.findIndex((piece) => trimPiece(piece, trim) !== undefined)
  const first = pieces[at]
  if (first === undefined) return []
  return [trimPiece(first, trim) ?? first, ...pieces.slice(at + 1)]
}

/** Trims one piece; undefined where nothing is left. */
function trimPiece(piece: Piece, trim: (text: string) => string): Piece | undefined {
  if (piece.kind === 'flowing') return isBlankText(piece.text) ? undefined : piece
  if (piece.kind !== 'embedded') return piece
  const text = trim(piece.text)
  return text === '' ? undefined : { ...piece, text }
}

interface Line {
  readonly nodes: Phrasing[]
  /** White space that counts only if content follows it. */
  pending: Leaf | undefined
  /** Whether white space counts after the last node. */
  isOpen: boolean
}

function add(line: Line, node: Phrasing): void {
  if (line.pending !== undefined) line.nodes.push(textOf(line.pending))
  line.pending = undefined
  line.isOpen = true
  line.nodes.push(node)
}

function addBreak(line: Line, { marks }: TextPiece): void {
  line.pending = undefined
  add(line, textOf(leaf('\n', marks)))
  line.isOpen = false
}

function addFlowing(line: Line, { text, marks }: TextPiece): void {
  for (const part of text.split(whiteSpaceRuns)) {
    if (part === '') continue
    if (!startsBlank(part)) add(line, textOf(leaf(part, marks)))
    else if (line.isOpen) line.pending ??= leaf(' ', marks)
  }
}

const whiteSpaceRuns = /([\t\n\f\r ]+)/u

function leaf(text: string, marks: readonly Mark[]): Leaf {
  return { object: 'leaf', text, marks }
}

function textOf(one: Leaf): Phrasing {
  return { object: 'text', leaves: [one] }
}
