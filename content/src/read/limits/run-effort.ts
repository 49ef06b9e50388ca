import { shapeOf } from './line-shape.ts'
import type { LineShape } from './line-shape.ts'

/** Lines without a blank line between, and the signs for which the parser looks back or ahead. */
export interface Run {
  lines: number
  /** The length of the current text: a bullet or a table row begins another text. */
  characters: number
  brackets: number
  attention: number
  /** The number of `<` and `](`, each of which may search its end in all text after it. */
  lookaheads: number
  references: number
  readonly fences: Set<string>
  pipes: number
  hasAngle: boolean
  lazy: number
  /** The indent of text under the last bullet; 0 without a bullet. */
  under: number
  contained: boolean
  cellsBefore: number
  inTable: boolean
  /** The cost of the earlier texts of this run. */
  effort: number
}

export function newRun(): Run {
  return {
    lines: 0,
    characters: 0,
    brackets: 0,
    attention: 0,
    lookaheads: 0,
    references: 0,
    fences: new Set(),
    pipes: 0,
    hasAngle: false,
    lazy: 0,
    under: 0,
    contained: false,
    cellsBefore: 0,
    inTable: false,
    effort: 0,
  }
}

const blockEffort = 40
/**
 * The cost of single signs, in microseconds: the parser tries an address from each `@` on, and
 * stores it in several parts; each `=` may be an attribute, and each `{%` a tag that searches its
 * end.
 */
const signEfforts: Readonly<Record<string, number>> = { '@': 10, '=': 6, '{': 25 }
const elementEffort = 40
const goesOn = /^\s*[a-z\d\u0080-\uFFFF]/i

/** Adds a line to a run; returns its nesting depth. */
export function takeIn(run: Run, line: string): number {
  const shape = shapeOf(line)
  const nested = shape.quotes + shape.bullets > 0
  const canBeRow = !run.contained && !nested && shape.indent < 4
  const begins = beginsItem(run, shape)
  // A line of letters continues a paragraph; any other line may cost as much as a block.
  run.effort += blockEffort * blocksIn(run, line, shape)
  // A piece of HTML is parsed, and paired with other pieces.
  if (line.trimStart().startsWith('<')) run.effort += elementEffort
  if (takeRow(run, line, canBeRow) || begins) endText(run)
  if (run.contained && !nested && shape.indent === 0) run.lazy++
  run.contained ||= nested
  run.hasAngle ||= line.includes('<')
  run.lines++
  takeSigns(run, line)
  return nested ? shape.quotes + shape.bullets + (shape.indent >> 1) : 0
}

/** The number of blocks the line may begin: an item is one, and contains one. */
function blocksIn(run: Run, line: string, { bullets }: LineShape): number {
  if (bullets > 0) return 2
  return run.lines === 0 || !goesOn.test(line) ? 1 : 0
}

/** Whether the line is a row of a table, whose cells are separate texts. */
function takeRow(run: Run, line: string, canBeRow: boolean): boolean {
  const cells = cellsIn(line)
  if (cells > 0) run.pipes++
  run.inTable ||= canBeRow && cells > 0 && cells === run.cellsBefore && isDelimiter(line)
  run.cellsBefore = cells
  return run.inTable
}

/** Whether a bullet begins an item, rather than continues a text. */
function beginsItem(run: Run, { indent, quotes, bullets, content }: LineShape): boolean {
  const begins = bullets > 0 && quotes === 0 && indent <= run.under + 3
  if (begins) run.under = content
  else if (bullets > 0 || indent < run.under) run.under = 0
  return begins
}

export function effortOf(run: Run): number {
  endText(run)
  return run.effort + run.pipes ** 2 * 0.02 + run.lazy ** 2 * 0.08
}

/**
 * Adds the cost of the current text and begins another. The coefficients are measured: microseconds
 * for each pair that the parser may compare.
 */
function endText(run: Run): void {
  run.effort +=
    run.brackets ** 2 * 0.08 +
    run.attention ** 2 * 0.2 +
    (run.lookaheads + run.fences.size) * run.characters * 0.025 +
    (run.brackets + run.attention + run.lookaheads) * 12 +
    run.references
  run.characters = 0
  run.brackets = 0
  run.attention = 0
  run.lookaheads = 0
  run.references = 0
  run.fences.clear()
}

/** Whether a line could be the delimiter row of a table; outer pipes are optional. */
function isDelimiter(line: string): boolean {
  const row = line.trim()
  const from = row.startsWith('|') ? 1 : 0
  const to = row.length > 1 && row.endsWith('|') ? -1 : row.length
  return row
    .slice(from, to)
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()))
}

const sign = /[[\]]|[*_~]+|<|`+|\$\$+|\||&[^\s&]*|\{%|[@:!\\=]/g

function takeSigns(run: Run, line: string): void {
  run.characters += line.length + 1
  let references = 0
  let last = 0
  for (const { 0: text, index } of line.matchAll(sign)) {
    const first = text.charAt(0)
    if (first === '&') {
      // The parser checks an address against all later references in the same word.
      references = index === last ? references + 1 : 1
      last = index + text.length
      run.references += references * 0.3
    } else if (first === '[' || first === ']') {
      run.brackets++
      if (line[index + 1] === '(') run.lookaheads++
    } else if (first === '*' || first === '_' || first === '~') run.attention++
    else takeSign(run, text)
  }
}

function takeSign(run: Run, text: string): void {
  const first = text.charAt(0)
  if (first === '<') run.lookaheads++
  else if (first === '|') run.effort += 30
  else if (first === '`' || first === '$') {
    run.fences.add(text)
    run.effort += 8
  } else run.effort += signEfforts[first] ?? 4
}

/** The number of cells that a line would have as a table row; 0 without any pipe. */
function cellsIn(line: string): number {
  const row = line.trim()
  let pipes = 0
  for (let index = 0; index < row.length; index++) {
    const character = row[index]
    if (character === '\\') index++
    else if (character === '|' && index > 0 && index < row.length - 1) pipes++
  }
  return row.includes('|') ? pipes + 1 : 0
}
