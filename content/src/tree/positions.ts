/** Digits in the order of their code units, so that positions sort as plain strings do. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length

/** The position of the first child of a parent without children. */
const firstPosition = 'a0'

/**
 * A position after `before` and before `after` (either may be missing at an end). A position is a
 * whole number, whose first letter gives the number of digits, and a fraction: appending stays
 * short, and another position always fits between two different ones.
 */
export function positionBetween(
  before: string | undefined,
  after: string | undefined,
): string {
  if (before === undefined) return after === undefined ? firstPosition : previous(after)
  if (after === undefined) return next(before)
  if (before >= after) {
    throw new RangeError(`No position is after ${before} and before ${after}`)
  }
  return betweenTwo(before, after)
}

/**
 * The position for an item at `index` among siblings in order. Siblings that two people put at the
 * same place share a position; the followers of a shared position move to make room.
 */
export function positionAmong(
  siblings: readonly { readonly id: string; readonly position: string }[],
  index: number,
): { readonly position: string; readonly moved: ReadonlyMap<string, string> } {
  const before = siblings[index - 1]?.position
  const rest = siblings.slice(index)
  const apart = rest.findIndex(({ position }) => position !== before)
  const sharedEnd = index + (apart < 0 ? rest.length : apart)
  const limit = siblings[sharedEnd]?.position
  const position = positionBetween(before, limit)
  const moved = new Map<string, string>()
  let last = position
  for (const sibling of siblings.slice(index, sharedEnd)) {
    last = positionBetween(last, limit)
    moved.set(sibling.id, last)
  }
  return { position, moved }
}

/** Orders siblings by position; siblings that share a position are ordered by their ids. */
export function comparePositions(
  one: { readonly id: string; readonly position: string },
  other: { readonly id: string; readonly position: string },
): number {
  return compareUnits(one.position, other.position) || compareUnits(one.id, other.id)
}

function compareUnits(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The whole number of a position: `a`…`z` with 1…26 digits, `Z`…`A` likewise below zero. */
function readWhole(position: string): string | undefined {
  const head = position.charCodeAt(0)
  let length = 0
  if (head >= 97 && head <= 122) length = head - 96
  else if (head >= 65 && head <= 90) length = 91 - head
  else return undefined
  return position.length > length ? position.slice(0, length + 1) : undefined
}

function next(before: string): string {
  const whole = readWhole(before)
  if (whole === undefined) return midpoint(before, undefined)
  return shift(whole, 1) ?? whole + midpoint(before.slice(whole.length), undefined)
}

function previous(after: string): string {
  const whole = readWhole(after)
  if (whole === undefined) return midpoint('', after)
  if (after.length > whole.length) return whole
  return shift(whole, -1) ?? midpoint('', after)
}

function betweenTwo(before: string, after: string): string {
  const low = readWhole(before)
  const high = readWhole(after)
  if (low === undefined || high === undefined) return midpoint(before, after)
  if (low === high) {
    return low + midpoint(before.slice(low.length), after.slice(low.length))
  }
  const following = shift(low, 1)
  if (following !== undefined && following < after) return following
  return low + midpoint(before.slice(low.length), undefined)
}

/** The next whole number above or below; undefined past the ends of the 26 digits. */
function shift(whole: string, by: 1 | -1): string | undefined {
  const edge = by === 1 ? base - 1 : 0
  const wrapped = by === 1 ? digits.charAt(0) : digits.charAt(base - 1)
  let index = whole.length - 1
  while (index > 0 && digits.indexOf(whole.charAt(index)) === edge) index -= 1
  if (index > 0) {
    const digit = digits.charAt(digits.indexOf(whole.charAt(index)) + by)
    return whole.slice(0, index) + digit + wrapped.repeat(whole.length - 1 - index)
  }
  return shiftHead(whole.charCodeAt(0), by, wrapped)
}

function shiftHead(head: number, by: 1 | -1, wrapped: string): string | undefined {
  if (head === 90 && by === 1) return `a${wrapped}`
  if (head === 97 && by === -1) return `Z${wrapped}`
  const shifted = head + by
  if (shifted > 122 || shifted < 65) return undefined
  const length = shifted >= 97 ? shifted - 96 : 91 - shifted
  return String.fromCharCode(shifted) + wrapped.repeat(length)
}

/** A fraction between two fractions; a missing `after` is one. Never ends in the lowest digit. */
function midpoint(before: string, after: string | undefined): string {
  let shared = 0
  if (after !== undefined) {
    while (
      shared < after.length &&
      (before.charAt(shared) || digits.charAt(0)) === after.charAt(shared)
    ) {
      shared += 1
    }
    if (shared === after.length) {
      throw new RangeError(`No position is after ${before} and before ${after}`)
    }
  }
  const kept = after === undefined ? '' : after.slice(0, shared)
  const low = digitAt(before, shared, 0)
  const high = after === undefined ? base : digitAt(after, shared, base)
  if (high - low > 1) return kept + digits.charAt(Math.floor((low + high) / 2))
  if (after !== undefined && after.length > shared + 1) {
    return kept + digits.charAt(high)
  }
  return kept + digits.charAt(low) + midpoint(before.slice(shared + 1), undefined)
}

function digitAt(fraction: string, index: number, otherwise: number): number {
  return index < fraction.length ? digits.indexOf(fraction.charAt(index)) : otherwise
}
