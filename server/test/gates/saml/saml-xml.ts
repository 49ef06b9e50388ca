/** Where an element stands in a text, from `<` to the `>` of its end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The first element with this local name from a place on; undefined for none. */
export function spanOf(xml: string, name: string, from = 0): Span | undefined {
  const tags = new RegExp(`<(/?)(?:[\\w-]+:)?${name}(?=[\\s/>])[^>]*?(/?)>`, 'g')
  tags.lastIndex = from
  let depth = 0
  let start = -1
  for (let tag = tags.exec(xml); tag; tag = tags.exec(xml)) {
    const [text, closes, isEmpty] = tag
    if (start === -1) start = tag.index
    if (closes === '/') depth -= 1
    else if (isEmpty !== '/') depth += 1
    if (depth === 0) return { start, end: tag.index + text.length }
  }
  return undefined
}

export function elementOf(xml: string, name: string, from = 0): string {
  const span = spanOf(xml, name, from)
  if (span === undefined) throw new Error(`There is no ${name} in ${xml}`)
  return xml.slice(span.start, span.end)
}

/** A text with other text in the place of an element that it contains. */
export function swap(xml: string, element: string, other: string): string {
  if (!xml.includes(element)) throw new Error(`There is no ${element} in ${xml}`)
  return xml.replace(element, () => other)
}

/** An element with something more as its first or its last child. */
export function filled(
  element: string,
  more: string,
  place: 'first' | 'last' = 'last',
): string {
  const at = place === 'first' ? element.indexOf('>') + 1 : element.lastIndexOf('</')
  return element.slice(0, at) + more + element.slice(at)
}

/** The element, if any, that signs another one and stands directly in it. */
export function signatureIn(element: string): string | undefined {
  const span = spanOf(element, 'Signature')
  if (span === undefined) return undefined
  // The signature of an assertion is not the one of the answer around it.
  const inner = spanOf(element, 'Assertion', 1)
  const isInner = inner !== undefined && span.start > inner.start
  return isInner ? undefined : element.slice(span.start, span.end)
}

export function unsigned(element: string): string {
  const signature = signatureIn(element)
  return signature === undefined ? element : swap(element, signature, '')
}
