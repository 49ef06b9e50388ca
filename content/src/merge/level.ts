import type { Piece } from '#/compare/match.ts'
import { pieceOf } from '#/compare/relate.ts'
import { blockKeys } from '#/read/keys.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

/** A piece of a body that is merged as a whole, or by the pieces inside it. */
export interface LevelPiece extends Piece {
  /** The key of the block, or of the block around this row or line. */
  readonly key: string
  readonly block?: SourceBlock
  readonly from: Origin
}

/** The page that a piece is part of. */
interface Origin {
  readonly source: string
  readonly keys: ReadonlyMap<SourceBlock, string>
}

/** The bytes of a body or a container: `lead`, the pieces with the gaps between them, `tail`. */
export interface Level {
  readonly lead: string
  readonly pieces: readonly LevelPiece[]
  /** The bytes between the pieces, one fewer than there are pieces. */
  readonly gaps: readonly string[]
  readonly tail: string
  /** The separator of two pieces where no version has a gap. */
  readonly between: string
}

/** The blocks of a page body. Other bytes with text in them are pieces as well. */
export function bodyLevel(reading: Reading): Level {
  const { source } = reading
  const pieces: Ranged[] = []
  let at = 0
  const fill = (until: number) => {
    const text = source.slice(at, until)
    const said = text.trim()
    if (said === '') return
    const start = at + text.indexOf(said)
    pieces.push({ start, end: start + said.length })
  }
  for (const block of inOrder(reading.blocks, 0, source.length)) {
    fill(block.start)
    pieces.push({ start: block.start, end: block.end, block })
    at = block.end
  }
  fill(source.length)
  const eol = lineEndingOf(source)
  const from = { source, keys: blockKeys(reading) }
  return levelOf(from, [0, source.length], pieces, eol + eol)
}

/** The pieces inside a container; undefined where they cannot be separated. */
export function innerLevel(piece: LevelPiece): Level | undefined {
  const { block, from } = piece
  if (block === undefined || block.children.length === 0) return undefined
  const children = inOrder(block.children, block.start, block.end)
  if (children.length !== block.children.length) return undefined
  const first = children[0]
  const eol = lineEndingOf(from.source)
  const prefix = first?.prefix ?? ''
  const isRow = first?.node.type === 'list-item'
  return levelOf(
    from,
    [block.start, block.end],
    children.map((child) => ({ start: child.start, end: child.end, block: child })),
    isRow ? eol + prefix : `${eol}${prefix.trimEnd()}${eol}${prefix}`,
  )
}

/** The rows of a table, in Markdown or HTML. */
export function rowLevel(piece: LevelPiece): Level {
  return splitLevel(piece, /\r?\n[ \t]*|(?=<tr[ >])|(?<=<\/tr>)/g, 'row')
}

export function lineLevel(piece: LevelPiece): Level {
  return splitLevel(piece, /\r?\n/g, 'line')
}

/** The lines of a text that is no block. */
export function textLevel(text: string): Level {
  const from = { source: text, keys: new Map<SourceBlock, string>() }
  return lineLevel({ kind: 'text', text, said: text, key: '', from })
}

interface Ranged {
  readonly start: number
  readonly end: number
  readonly block?: SourceBlock
}

/** The blocks inside the range that do not overlap; a body written elsewhere is left out. */
function inOrder(
  blocks: readonly SourceBlock[],
  start: number,
  end: number,
): readonly SourceBlock[] {
  let at = start
  return blocks
    .toSorted((one, other) => one.start - other.start)
    .filter((block) => {
      if (block.start < at || block.end > end || block.end <= block.start) return false
      at = block.end
      return true
    })
}

function levelOf(
  from: Origin,
  [start, end]: readonly [number, number],
  ranges: readonly Ranged[],
  between: string,
): Level {
  const { source, keys } = from
  const pieces = ranges.map((range): LevelPiece => {
    if (range.block !== undefined) {
      const { block } = range
      return { ...pieceOf(source, block), key: keys.get(block) ?? '', block, from }
    }
    const text = source.slice(range.start, range.end)
    return { kind: 'text', text, said: text, key: '', from }
  })
  const first = ranges[0]
  const last = ranges.at(-1)
  return {
    lead: first === undefined ? '' : source.slice(start, first.start),
    pieces,
    gaps: ranges.slice(1).map((range, index) => {
      return source.slice(ranges[index]?.end, range.start)
    }),
    tail: source.slice(last?.end ?? start, end),
    between,
  }
}

function splitLevel(piece: LevelPiece, separator: RegExp, kind: string): Level {
  const pieces: LevelPiece[] = []
  const gaps: string[] = []
  const { text, key, from } = piece
  let at = 0
  const take = (end: number) => {
    const part = text.slice(at, end)
    pieces.push({ kind, text: part, said: part, key, from })
  }
  for (const match of text.matchAll(separator)) {
    if (match.index === 0 && match[0] === '') continue
    if (match.index === at && match[0] === '') continue
    take(match.index)
    gaps.push(match[0])
    at = match.index + match[0].length
  }
  take(text.length)
  return { lead: '', pieces, gaps, tail: '', between: lineEndingOf(text) }
}
