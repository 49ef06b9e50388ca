import { characterReference, classOf } from './characters.ts'

/** The neighbours and the place of a text, which decide whether a character has a meaning. */
export interface Surroundings {
  /** The character before; `''` at the start of a line. */
  readonly before: string
  /** The character after; `''` at the end of a line. */
  readonly after: string
  /** Whether a space at this edge would be stripped, or keep a mark from opening or closing. */
  readonly guardStart: boolean
  readonly guardEnd: boolean
  readonly place: TextPlace
  readonly inLink: boolean
}

export type TextPlace = 'flow' | 'heading' | 'cell'

interface Spot extends Surroundings {
  readonly text: string
  readonly index: number
  readonly previous: string
  readonly next: string
}

type Danger = (spot: Spot) => boolean

const always: Danger = () => true
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{0,31});/y
const shortcode = /:[\w+-]+:/y
const wordUnit = /[A-Za-z\d]/
const addressUnit = /[\w+.-]/
const addressUser = /[\w.!#$%&'*+/=?^`{|}~-]*/y
const addressUserUnit = /[\w.!#$%&'*+/=?^`{|}~-]/

/** The conditions under which each special character has a meaning. */
const dangers: Readonly<Record<string, Danger>> = {
  '\\': ({ next }) => !wordUnit.test(next),
  '`': always,
  '*': isNotAlone,
  _: ({ previous, next }) => classOf(previous) !== 'other' || classOf(next) !== 'other',
  '~': isNotAlone,
  '[': always,
  ']': ({ inLink }) => inLink,
  '!': ({ index, text, after }) => index === text.length - 1 && after === '[',
  '<': (spot) => /[A-Za-z/!?]/.test(spot.next) || startsAddress(spot),
  '&': (spot) => matchesAt(reference, spot),
  '|': ({ place }) => place === 'cell',
  '{': ({ next }) => next === '%',
  $: ({ previous, next }) => previous === '$' || next === '$',
  ':': (spot) => spot.previous === ']' || matchesAt(shortcode, spot) || startsUrl(spot),
  '.': ({ text, index, inLink }) =>
    !inLink && text.slice(Math.max(index - 3, 0), index).toLowerCase() === 'www',
  '@': ({ previous, next, inLink }) =>
    !inLink && addressUnit.test(previous) && addressUnit.test(next),
  '#': endsHeading,
}

/** Escapes a text so that the Markdown reads back as the same text. */
export function escapeText(text: string, around: Surroundings): string {
  const start = around.before === '' ? lineStartDanger(text) : -1
  let written = ''
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charAt(index)
    if (index !== start && dangers[unit] === undefined && !isSpace(unit)) {
      written += unit
      continue
    }
    const spot = {
      ...around,
      text,
      index,
      previous: index === 0 ? around.before : text.charAt(index - 1),
      next: index === text.length - 1 ? around.after : text.charAt(index + 1),
    }
    if (isGuardedSpace(unit, spot)) written += characterReference(unit)
    else if (index === start || dangers[unit]?.(spot) === true) written += `\\${unit}`
    else written += unit
  }
  return written
}

/** Whether a character is a space, or a byte order mark, which a file would lose at its start. */
function isSpace(unit: string): boolean {
  return unit === ' ' || unit === '\t' || unit === '\uFEFF'
}

function isGuardedSpace(unit: string, spot: Spot): boolean {
  if (unit === '\uFEFF') return true
  if (!isSpace(unit)) return false
  const { index, text, guardStart, guardEnd } = spot
  return (index === 0 && guardStart) || (index === text.length - 1 && guardEnd)
}

/** Whether a sign may have a meaning: it has none between two spaces that are written as such. */
function isNotAlone({
  previous,
  next,
  index,
  text,
  guardStart,
  guardEnd,
}: Spot): boolean {
  const isAlone =
    previous === ' ' &&
    next === ' ' &&
    !(guardStart && index <= 1) &&
    !(guardEnd && index >= text.length - 2)
  return !isAlone
}

/** Whether a `#` would close a heading; of several, only the last needs an escape. */
function endsHeading({ place, index, text, after }: Spot): boolean {
  return place === 'heading' && index === text.length - 1 && after === ''
}

function startsUrl({ text, index, inLink }: Spot): boolean {
  if (inLink || !text.startsWith('//', index + 1)) return false
  return /https?$/i.test(text.slice(Math.max(index - 5, 0), index))
}

/** Whether `<` may start an address, `<#@a>`, whose first part may continue over signs of marks. */
function startsAddress({ text, index, after }: Spot): boolean {
  addressUser.lastIndex = index + 1
  addressUser.test(text)
  const end = addressUser.lastIndex
  if (end === text.length) return addressUserUnit.test(after)
  return end > index + 1 && text.charAt(end) === '@'
}

function matchesAt(pattern: RegExp, { text, index }: Spot): boolean {
  pattern.lastIndex = index
  return pattern.test(text)
}

const lineStarts: readonly RegExp[] = [
  // Headings, quotes, bullets, and underlines of a heading or a table's head.
  /^#{1,6}(?=[ \t]|$)/,
  /^[>=|]/,
  /^[+-](?=[ \t:|-]|$)/,
  /^:(?=-)/,
]
const orderedStart = /^\d{1,9}(?=[.)](?:[ \t]|$))/

/** The index of the character that would make this line a block; -1 when there is none. */
function lineStartDanger(text: string): number {
  const ordered = orderedStart.exec(text)
  if (ordered !== null) return ordered[0].length
  return lineStarts.some((pattern) => pattern.test(text)) ? 0 : -1
}
