import type { Tree } from './mathml.ts'

/** The widths that the print styles know: a formula shrinks to the next one above its own. */
const steps = [15, 20, 25, 30, 36, 43, 52, 62, 75, 90, 110, 140]
/** From here on letters would be too small to read, and formulas break where they can. */
const breaksFrom = 75

/** The classes by which paper shows the whole of a formula, where none can be scrolled. */
export function breadthClass(breadth: number | undefined): string | false {
  const [first = 0] = steps
  if (breadth === undefined || breadth <= first) return false
  const step = steps.find((each) => breadth <= each) ?? steps.at(-1)
  return breadth > breaksFrom ? `breadth-${step} breaks` : `breadth-${step}`
}

/** Elements whose parts stand above each other: as wide as the widest. */
const stacks = new Set(['mfrac', 'munder', 'mover', 'munderover', 'mtable'])
const scripts = new Set(['msub', 'msup', 'msubsup'])
const scriptSize = 0.72
const narrow = /[()[\]{}|,.;:!/'\u2061-\u2064]/u
const [narrowWidth, letterWidth, operatorWidth] = [0.4, 0.53, 1.16]

/** A cautious guess of the width of an element, in its own em. */
export function breadthOf({ name, attributes, children }: Tree): number {
  if (name === 'annotation') return 0
  if (name === 'mspace') return Number(/ width="([\d.]+)em"/u.exec(attributes)?.[1] ?? 0)
  const widths = children.map((child) =>
    typeof child === 'string' ? textBreadth(child, name) : breadthOf(child),
  )
  if (stacks.has(name)) return Math.max(0, ...widths) + 0.25
  if (scripts.has(name)) {
    const [base = 0, ...others] = widths
    return base + scriptSize * Math.max(0, ...others)
  }
  const between = name === 'mtr' ? children.length - 1 : 0
  return widths.reduce((sum, width) => sum + width, between)
}

function textBreadth(text: string, parent: string): number {
  const usual = parent === 'mo' ? operatorWidth : letterWidth
  return Array.from(text.trim(), (each) =>
    narrow.test(each) ? narrowWidth : usual,
  ).reduce((sum, width) => sum + width, 0)
}
