import type { Mark, PlainMark } from '#/document/marks.ts'
import type { Leaf, Text } from '#/document/nodes.ts'

import { classOf, unusedLength } from './characters.ts'
import { escapeText, type TextPlace } from './escape-text.ts'

/** A stretch of a line: text still to be escaped, Markdown as it is, or the edge of a mark. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly inLink: boolean }
  | { readonly kind: 'raw'; readonly markdown: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'open'; readonly mark: Mark; readonly form: Form }
  | { readonly kind: 'close'; readonly mark: Mark; readonly form: Form }

/** The form that both edges of a mark share: signs where they work, else tags. */
interface Form {
  usesTags: boolean
}

export interface PiecesPlace {
  readonly place: TextPlace
  readonly inLink: boolean
}

const signs: Partial<Record<PlainMark, string>> = {
  bold: '**',
  italic: '_',
  strikethrough: '~~',
}

const tags: Readonly<Record<PlainMark, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
}

/** The leaves of a text with the edges of their marks; common marks of two neighbours stay open. */
export function piecesOfText(text: Text, around: PiecesPlace): Piece[] {
  const pieces: Piece[] = []
  const open: (Piece & { kind: 'open' })[] = []
  const close = (keep: number) => {
    for (
      let last = open.at(-1);
      open.length > keep && last !== undefined;
      last = open.at(-1)
    ) {
      pieces.push({ kind: 'close', mark: last.mark, form: last.form })
      open.pop()
    }
  }
  for (const leaf of text.leaves) {
    const code = codeSpan(leaf, around)
    const marks = code === undefined ? leaf.marks : leaf.marks.slice(0, -1)
    let shared = 0
    while (isSameMark(open[shared]?.mark, marks[shared])) shared += 1
    close(shared)
    for (const mark of marks.slice(shared)) {
      const edge = {
        kind: 'open' as const,
        mark,
        form: { usesTags: signOf(mark) === undefined },
      }
      open.push(edge)
      pieces.push(edge)
    }
    if (code === undefined) pieces.push(...piecesOfLines(leaf.text, around.inLink))
    else pieces.push({ kind: 'raw', markdown: code })
  }
  close(0)
  return pieces
}

/** The Markdown of a line's pieces. */
export function joinPieces(pieces: readonly Piece[], place: TextPlace): string {
  const written = pieces.map((piece, index) =>
    piece.kind === 'text' ? escapePiece(piece, pieces, index, place) : '',
  )
  chooseForms(pieces, written)
  return pieces
    .map((piece, index) =>
      writePiece(piece, written[index] ?? '', {
        isLast: index === pieces.length - 1,
        place,
      }),
    )
    .join('')
}

function writePiece(
  piece: Piece,
  escaped: string,
  { isLast, place }: { readonly isLast: boolean; readonly place: TextPlace },
): string {
  switch (piece.kind) {
    case 'text':
      return escaped
    case 'raw':
      return piece.markdown
    case 'break':
      return isLast || place !== 'flow' ? '<br>' : '\\\n'
    case 'open':
      return piece.form.usesTags ? openingTag(piece.mark) : (signOf(piece.mark) ?? '')
    case 'close':
    default:
      return piece.form.usesTags ? closingTag(piece.mark) : (signOf(piece.mark) ?? '')
  }
}

export function piecesOfLines(text: string, inLink: boolean): Piece[] {
  return text
    .split('\n')
    .flatMap((line, index): Piece[] => [
      ...(index > 0 ? [{ kind: 'break' as const }] : []),
      ...(line === '' ? [] : [{ kind: 'text' as const, text: line, inLink }]),
    ])
}

function escapePiece(
  { text, inLink }: Piece & { readonly kind: 'text' },
  pieces: readonly Piece[],
  index: number,
  place: TextPlace,
): string {
  const previous = pieces[index - 1]
  const next = pieces[index + 1]
  return escapeText(text, {
    place,
    inLink,
    before: edgeUnit(previous, -1),
    after: edgeUnit(next, 0),
    guardStart: isEdge(previous, 'open'),
    guardEnd: isEdge(next, 'close'),
  })
}

function isEdge(piece: Piece | undefined, kind: 'open' | 'close'): boolean {
  return piece === undefined || piece.kind === 'break' || piece.kind === kind
}

/** The character of a neighbour that a text touches; a mark counts with its sign even as tags. */
function edgeUnit(piece: Piece | undefined, at: 0 | -1): string {
  if (piece === undefined || piece.kind === 'break') return ''
  if (piece.kind === 'raw') return piece.markdown.at(at) ?? ''
  if (piece.kind === 'text') return piece.text.at(at) ?? ''
  return signOf(piece.mark)?.at(at) ?? '*'
}

/** Turns marks into tags where signs, which need certain characters beside them, do not work. */
function chooseForms(pieces: readonly Piece[], written: readonly string[]): void {
  const unitAt = (index: number, at: 0 | -1) =>
    pieces[index]?.kind === 'text'
      ? (written[index]?.at(at) ?? '')
      : edgeUnit(pieces[index], at)
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'open' && piece.kind !== 'close') continue
    const before = classOf(unitAt(index - 1, -1))
    const after = classOf(unitAt(index + 1, 0))
    const [inner, outer] = piece.kind === 'open' ? [after, before] : [before, after]
    const isFree = inner === 'other' && piece.mark.type !== 'italic'
    if (inner === 'space' || (outer === 'other' && !isFree)) piece.form.usesTags = true
  }
}

/** A leaf as a code span; undefined without a code mark, or when only tags can express it. */
function codeSpan(
  { text, marks }: Leaf,
  { place, inLink }: PiecesPlace,
): string | undefined {
  if (marks.at(-1)?.type !== 'code' || text.includes('\n')) return undefined
  if (inLink && text.includes(']')) return undefined
  if (place === 'cell' && text.includes('\\|')) return undefined
  const span = fenced(text, '`', unusedLength(text, '`', 1))
  return place === 'cell' ? span.replaceAll('|', '\\|') : span
}

/** Text between two fences, padded with spaces where it would merge with them or lose its own. */
export function fenced(text: string, sign: string, length: number): string {
  const fence = sign.repeat(length)
  const loses = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text)
  const isPadded = loses || text.startsWith(sign) || text.endsWith(sign)
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence
}

function signOf(mark: Mark): string | undefined {
  return mark.type === 'color' ? undefined : signs[mark.type]
}

function openingTag(mark: Mark): string {
  if (mark.type !== 'color') return `<${tags[mark.type]}>`
  const { text, background } = mark.data
  const style =
    (text === 'default' ? '' : `color:${text};`) +
    (background === 'default' ? '' : `background-color:${background};`)
  return `<mark style="${style}">`
}

function closingTag(mark: Mark): string {
  return `</${mark.type === 'color' ? 'mark' : tags[mark.type]}>`
}

function isSameMark(left: Mark | undefined, right: Mark | undefined): boolean {
  if (left === undefined || left.type !== right?.type) return false
  if (left.type !== 'color' || right.type !== 'color') return true
  return (
    left.data.text === right.data.text && left.data.background === right.data.background
  )
}
