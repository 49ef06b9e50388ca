import { Parser } from 'htmlparser2'

/** A drawing that holds nothing active and refers to nothing outside of itself. */
export interface CleanSvg {
  readonly svg: string
  readonly width: number
  readonly height: number
}

const sideMax = 30_000

/** Elements that only draw; everything else is left out with all that it holds. */
const elements = new Set(
  `svg g defs symbol marker clipPath mask pattern linearGradient radialGradient stop filter
  feDropShadow feGaussianBlur feOffset feMerge feMergeNode feFlood feComposite feBlend
  feColorMatrix path rect circle ellipse line polyline polygon text tspan title desc style
  use`.split(/\s+/),
)

/** Elements whose children are shown without them: links, and choices of a language. */
const unwrapped = new Set(['a', 'switch'])

const attributes = new Set(
  `id class style transform viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy
  d points width height fill fill-opacity fill-rule stroke stroke-width stroke-opacity
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity
  color display visibility overflow font-family font-size font-weight font-style letter-spacing
  word-spacing text-anchor text-decoration text-rendering dominant-baseline alignment-baseline
  baseline-shift textLength lengthAdjust rotate marker-start marker-mid marker-end markerWidth
  markerHeight markerUnits refX refY orient clip-path clip-rule clipPathUnits mask maskUnits
  maskContentUnits patternUnits patternTransform patternContentUnits gradientUnits
  gradientTransform spreadMethod offset stop-color stop-opacity filter filterUnits
  primitiveUnits stdDeviation flood-color flood-opacity in in2 result operator mode type values
  vector-effect shape-rendering paint-order xml:space direction unicode-bidi
  href xlink:href`.split(/\s+/),
)

/** The drawing without anything that runs or loads; undefined if it is no drawing. */
export function cleanSvg(text: string): CleanSvg | undefined {
  const writing = new Writing()
  const parser = new Parser(
    {
      onopentag: (name, given) => writing.open(name, given),
      ontext: (part) => writing.text(part),
      onclosetag: () => writing.close(),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  return writing.done()
}

/** What stands between a start tag and its end tag, as it is written. */
type Open = {
  readonly end: string
  readonly isLeftOut: boolean
  /** The style sheet as far as it is read: in parts, none of them would show what it loads. */
  css?: string
}

class Writing {
  readonly #parts: string[] = []
  readonly #open: Open[] = []
  #size: { readonly width: number; readonly height: number } | undefined

  open(name: string, given: Readonly<Record<string, string>>): void {
    const around = this.#open.at(-1)
    if (around === undefined) {
      this.#begin(name, given)
    } else if (around.isLeftOut || around.css !== undefined || !isKnown(name)) {
      this.#open.push({ end: '', isLeftOut: true })
    } else {
      const written = unwrapped.has(name) ? 'g' : name
      this.#parts.push(`<${written}${attributesOf(given)}>`)
      this.#open.push({
        end: `</${written}>`,
        isLeftOut: false,
        ...(name === 'style' && { css: '' }),
      })
    }
  }

  text(part: string): void {
    const around = this.#open.at(-1)
    if (around === undefined || around.isLeftOut) return
    if (around.css === undefined) this.#parts.push(escaped(part))
    else around.css += part
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed?.css !== undefined) this.#parts.push(escaped(cleanCss(closed.css)))
    this.#parts.push(closed?.end ?? '')
  }

  done(): CleanSvg | undefined {
    if (this.#size === undefined || this.#open.length > 0) return undefined
    return { svg: this.#parts.join(''), ...this.#size }
  }

  /** The root: its size is that of its box, as an image has no other. */
  #begin(name: string, given: Readonly<Record<string, string>>): void {
    const size = name === 'svg' ? sizeOf(given['viewBox']) : undefined
    if (size === undefined || this.#size !== undefined) {
      this.#open.push({ end: '', isLeftOut: true })
      return
    }
    this.#size = size
    const { id, class: className, viewBox } = given
    const kept = attributesOf({
      ...(id !== undefined && { id }),
      ...(className !== undefined && { class: className }),
      viewBox: viewBox ?? '',
      width: String(size.width),
      height: String(size.height),
    })
    this.#parts.push(`<svg xmlns="http://www.w3.org/2000/svg"${kept}>`)
    this.#open.push({ end: '</svg>', isLeftOut: false })
  }
}

function isKnown(name: string): boolean {
  return elements.has(name) || unwrapped.has(name)
}

function sizeOf(viewBox = ''): { width: number; height: number } | undefined {
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return isSide(width) && isSide(height)
    ? { width: Math.ceil(width), height: Math.ceil(height) }
    : undefined
}

function isSide(side: number): boolean {
  return side > 0 && side <= sideMax
}

function attributesOf(given: Readonly<Record<string, string>>): string {
  return Object.entries(given)
    .map(([name, value]) => {
      if (!attributes.has(name)) return ''
      const isLink = name === 'href' || name === 'xlink:href'
      if (isLink) return value.startsWith('#') ? ` href="${escaped(value)}"` : ''
      return ` ${name}="${escaped(cleanCss(value))}"`
    })
    .join('')
}

/** Functions of CSS that may load something, but for places in the drawing itself. */
const loading =
  /(?:url\(\s*(?!["']?#)|(?:-webkit-)?image-set\(|image\(|cross-fade\(|src\()/gi

/** CSS that loads nothing. What is left out later could part what is looked for, so it goes first. */
function cleanCss(css: string): string {
  return withoutComments(writable(css).replaceAll('\\', ''))
    .replaceAll(/@(?:import|font-face|namespace|charset|document)/gi, '@none ')
    .replaceAll(loading, 'none(')
}

function withoutComments(css: string): string {
  const parts: string[] = []
  let at = 0
  while (at < css.length) {
    const begin = css.indexOf('/*', at)
    if (begin === -1) return [...parts, css.slice(at)].join('')
    parts.push(css.slice(at, begin))
    const end = css.indexOf('*/', begin + 2)
    at = end === -1 ? css.length : end + 2
  }
  return parts.join('')
}

// oxlint-disable-next-line no-control-regex -- XML knows none of these characters
const noCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu

/** The text without characters that no XML can hold. */
function writable(text: string): string {
  return text.toWellFormed().replaceAll(noCharacters, '')
}

function escaped(text: string): string {
  return writable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
