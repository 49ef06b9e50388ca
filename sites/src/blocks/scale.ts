import type { Length } from '@lectern/content/document/nodes.ts'

// Pages have no inline styles: sizes are rounded to the classes in `scale.css`.

/** A class from `width-5` to `width-100`, in steps of five percent. */
export function widthClass(percent: number): string {
  return `width-${clamp(Math.round(percent / 5) * 5, 5, 100)}`
}

/** Classes from `share-1` to `share-12`: the part of a row that each of several columns takes. */
export function shareClasses(widths: readonly (Length | undefined)[]): readonly string[] {
  const amounts = widths.map((width) => amountOf(width))
  const known = amounts.filter((amount) => amount !== undefined)
  const sum = known.reduce((total, amount) => total + amount, 0)
  const usual = known.length === 0 ? 1 : sum / known.length
  const total = sum + usual * (amounts.length - known.length)
  return amounts.map(
    (amount) => `share-${clamp(Math.round(((amount ?? usual) / total) * 12), 1, 12)}`,
  )
}

/** The width of an image: an attribute in pixels, or a class for a part of the line. */
export function imageWidth(width: Length | undefined): {
  readonly width?: number
  readonly className?: string
} {
  const amount = amountOf(width)
  if (amount === undefined) return {}
  const unit = typeof width === 'object' ? width.unit : 'px'
  if (unit === '%') return { className: widthClass(amount) }
  const pixels = unit === 'em' || unit === 'rem' ? amount * 16 : amount
  return { width: clamp(Math.round(pixels), 1, 10_000) }
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

function amountOf(length: Length | undefined): number | undefined {
  const value = typeof length === 'object' ? length.value : length
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined
}
