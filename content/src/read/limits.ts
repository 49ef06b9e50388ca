import { lineEffort } from './limits/line-shape.ts'
import { effortOf, newRun, takeIn } from './limits/run-effort.ts'
import type { Run } from './limits/run-effort.ts'

/** The limit for a page's Markdown, in bytes of UTF-8. */
export const bytesMax = 1_048_576
/** The limit of nested containers on one line, or by the indent of a bullet. */
const nestingMax = 100
/** The limit of the estimated parsing time, in microseconds. */
const effortMax = 1_800_000
/** The estimated time for one line in one container. */
const containerEffort = 14
/** The estimated time for a line with a tag or HTML. */
const tagEffort = 80

/**
 * The reason why a source must not be parsed; undefined for nearly all sources. The parser is
 * quadratic for some unusual texts, and recurses as deep as the text nests. One pass over the
 * source gives an upper estimate of the cost.
 */
export function reasonNotToParse(source: string): string | undefined {
  if (byteLength(source) > bytesMax) return 'too long'
  const scan = newScan()
  for (let start = 0; start <= source.length;) {
    const found = source.indexOf('\n', start)
    const end = found === -1 ? source.length : found
    scanLine(scan, source.slice(start, end))
    if (scan.nesting > nestingMax) return 'too deep'
    if (scan.effort > effortMax) return 'too heavy'
    start = end + 1
  }
  endRun(scan)
  return scan.effort + pageEffort(scan) > effortMax ? 'too heavy' : undefined
}

interface Scan {
  effort: number
  nesting: number
  /** The number of containers that may be open: the parser checks each of them at each line. */
  open: number
  underlines: number
  definitions: number
  run: Run
  /** The open fence, which began at the start of a line and outside of any container. */
  fence: string | undefined
  /** The cost of the lines of a fence if they turn out to be text. */
  doubt: number
  /** Whether a run began with HTML, which lasts until a blank line. */
  html: boolean
  afterBlank: boolean
  /** Whether fences count as text, as it is no longer certain which of them open. */
  distrust: boolean
}

function newScan(): Scan {
  return {
    effort: 0,
    nesting: 0,
    open: 0,
    underlines: 0,
    definitions: 0,
    run: newRun(),
    fence: undefined,
    doubt: 0,
    html: false,
    afterBlank: true,
    distrust: false,
  }
}

const fenceStart = /^(?:`{3,}|~{3,})/
const htmlStart =
  /^ {0,3}<\/?(?:table|thead|tbody|tr|td|th|div|details|summary|figure|figcaption|p|ul|ol|li|h[1-6]|center|section|iframe|hr)(?:[\s/>]|$)/i
const tagLine = /^ {0,3}\{%.*%\}\s*$/
/** Matches an end of what is neither text nor a fence: an apparent fence before it may be none. */
const escape = /-->|<\/(?:pre|script|style|textarea)|\?>|\]\]>|%\}|^\s*\$\$/i
const htmlEscape = /-->|<\/(?:pre|script|style|textarea)|\?>|\]\]>|^\s*(?:\$\$|```|~~~)/i
/** Matches the start of a declaration, which ends at the next `>`, however far away. */
const declaration = /^ {0,3}<![a-z]/i
const definition = /^[\s>]*\[\^/
const underline = /^ {0,3}(?:-+|=+)\s*$/

function scanLine(scan: Scan, line: string): void {
  scan.effort += lineEffort(line) + scan.open * containerEffort
  closeContainers(scan, line)
  if (scan.fence !== undefined) {
    if (escape.test(line)) endDoubt(scan)
    else if (closesFence(line, scan.fence)) {
      endRun(scan)
      scan.fence = undefined
      scan.doubt = 0
    } else takeLine(scan, line)
    return
  }
  scan.distrust ||= declaration.test(line)
  const fence = openedFence(scan, line)
  if (fence !== undefined) {
    endRun(scan)
    scan.fence = fence
    return
  }
  if (underline.test(line)) scan.underlines++
  if (definition.test(line)) scan.definitions++
  takeLine(scan, line)
}

/** The signs of a fence that certainly opens at this line. */
function openedFence(scan: Scan, line: string): string | undefined {
  const opening = fenceStart.exec(line)?.[0]
  if (opening === undefined || line.slice(opening.length).includes('`')) return undefined
  // HTML above, without a blank line between, would continue over the fence.
  scan.distrust ||= scan.run.hasAngle
  return scan.distrust ? undefined : opening
}

/** Closes all containers before text at the margin after a blank line, which is in none of them. */
function closeContainers(scan: Scan, line: string): void {
  const blank = line.trim() === ''
  if (scan.afterBlank && !blank && !/^\s/.test(line)) scan.open = 0
  scan.afterBlank = blank
}

function takeLine(scan: Scan, line: string): void {
  if (line.trim() === '') endRun(scan)
  else if (tagLine.test(line)) {
    endRun(scan)
    scan.effort += tagEffort
  } else {
    if (scan.run.lines === 0 && scan.fence === undefined) scan.html = htmlStart.test(line)
    if (scan.html || line.includes('{%')) scan.effort += tagEffort
    if (scan.html && htmlEscape.test(line)) scan.html = false
    const nesting = takeIn(scan.run, line)
    if (nesting > 0) scan.open = nesting
    if (scan.fence === undefined) scan.nesting = Math.max(scan.nesting, nesting)
  }
}

/** Ends an apparent fence that may be text, as may all later ones, and adds its cost as text. */
function endDoubt(scan: Scan): void {
  scan.fence = undefined
  scan.distrust = true
  endRun(scan)
  scan.effort += scan.doubt
  scan.doubt = 0
}

function endRun(scan: Scan): void {
  const effort = effortOf(scan.run)
  if (scan.fence !== undefined) scan.doubt += effort
  else if (!scan.html) scan.effort += effort
  scan.html = false
  scan.run = newRun()
}

function closesFence(line: string, fence: string): boolean {
  const trimmed = line.trim()
  return (
    trimmed.length >= fence.length &&
    line.length - line.trimStart().length < 4 &&
    trimmed === fence.charAt(0).repeat(trimmed.length)
  )
}

/** The cost of underlined headings and of footnotes: the parser searches all of them for each. */
function pageEffort({ underlines, definitions }: Scan): number {
  return underlines ** 2 * 0.12 + definitions ** 2 * 0.17
}

function byteLength(source: string): number {
  let bytes = source.length
  // Only a source that may be too long needs an exact count.
  if (bytes > bytesMax || bytes * 3 <= bytesMax) return bytes
  for (let index = 0; index < source.length; index++) {
    const unit = source.charCodeAt(index)
    if (unit >= 0x80) bytes++
    // The two units of a surrogate pair take four bytes together, one more each.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) bytes++
  }
  return bytes
}
