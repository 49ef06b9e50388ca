/** A colour as `#rrggbb`, lower case: no other form reaches a style sheet. */
export type Hex = `#${string}`

const black: Hex = '#000000'
const white: Hex = '#ffffff'

/** The minimum of WCAG 2.2 AA for text of any size. */
export const contrastMin = 4.5

const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i
const long = /^#([0-9a-f]{6})$/i

/** The colour in a text such as `#abc` or `#aabbcc`; undefined for any other text. */
export function parseColor(value: string | undefined): Hex | undefined {
  if (value === undefined) return undefined
  const [, red, green = '', blue = ''] = short.exec(value.toLowerCase()) ?? []
  if (red !== undefined) return `#${red}${red}${green}${green}${blue}${blue}`
  const digits = long.exec(value.toLowerCase())?.[1]
  return digits === undefined ? undefined : `#${digits}`
}

function channels(color: Hex): readonly [number, number, number] {
  const number = Number.parseInt(color.slice(1), 16)
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
}

/** The first colour with a share of the second laid over it. */
export function mix(base: Hex, over: Hex, share: number): Hex {
  const below = channels(base)
  const above = channels(over)
  const mixed = below.map((value, index) =>
    Math.round(value + ((above[index] ?? value) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}

function luminance(color: Hex): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** The contrast of WCAG, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted(
    (a, b) => a - b,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

const least = (color: Hex, backgrounds: readonly Hex[]) =>
  Math.min(...backgrounds.map((background) => contrast(color, background)))

/** Black or white, whichever reads better. On a single colour, one always has 4.5:1. */
export function readableOn(...backgrounds: readonly Hex[]): Hex {
  return least(white, backgrounds) >= least(black, backgrounds) ? white : black
}

const steps = 50

/**
 * The colour, moved towards black or white just far enough to be readable on all backgrounds, or
 * black or white itself if that is not enough.
 */
export function madeReadable(color: Hex, backgrounds: readonly Hex[]): Hex {
  const goal = readableOn(...backgrounds)
  for (let step = 0; step < steps; step += 1) {
    const candidate = mix(color, goal, step / steps)
    if (least(candidate, backgrounds) >= contrastMin) return candidate
  }
  return goal
}
