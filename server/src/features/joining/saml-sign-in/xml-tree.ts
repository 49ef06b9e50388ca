import { SamlRefusal } from './saml-refusal.ts'

export interface XmlAttribute {
  readonly namespace: string
  readonly name: string
  readonly value: string
}

export interface XmlElement {
  readonly namespace: string
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlElement[]
  /** What stands directly in it. */
  readonly text: string
}

interface OpenElement {
  readonly qualified: string
  readonly namespace: string
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: XmlElement[]
  readonly prefixes: ReadonlyMap<string, string>
  text: string
}

const depthMax = 40
const elementsMax = 2000
const attributesMax = 40
// Each element that declares one copies all that hold there.
const prefixesMax = 40

const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"(?:yes|no)"|'(?:yes|no)'))? ?\?>/i
const opening = /<([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))?/y
const attribute =
  /[ \t\n]+([A-Za-z_][\w.-]*)(?::([A-Za-z_][\w.-]*))? ?= ?(?:"([^"<]*)"|'([^'<]*)')/y
const openingEnd = /[ \t\n]*(\/?)>/y
const closing = /<\/([A-Za-z_][\w.:-]*)[ \t\n]*>/y
const reference = /&([^;&]{0,12});?/g
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}
// oxlint-disable-next-line no-control-regex -- XML has no such characters
const noCharacter = /[\0-\u{8}\u{B}\u{C}\u{E}-\u{1F}\u{FFFE}\u{FFFF}]/u
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/**
 * Reads XML of which every reader makes the same: elements, attributes and text. Declarations of
 * types and entities, comments, CDATA and instructions are refused before anything is read.
 */
export function parseXml(given: string): XmlElement {
  const text = given.replaceAll(/\r\n?/g, '\n').replace(declaration, '').trim()
  if (/<[!?]/.test(text) || noCharacter.test(text) || !text.isWellFormed()) {
    throw unreadable()
  }
  return new Reader(text).read()
}

/** The children of an element with this name. */
export function childrenOf(
  element: XmlElement,
  namespace: string,
  name: string,
): XmlElement[] {
  return element.children.filter(
    (child) => child.namespace === namespace && child.name === name,
  )
}

/** The one child with this name; undefined for none. Several are refused. */
export function childOf(
  element: XmlElement,
  namespace: string,
  name: string,
): XmlElement | undefined {
  const [first, ...more] = childrenOf(element, namespace, name)
  if (more.length > 0) throw new SamlRefusal('structure')
  return first
}

/** The value of an attribute that stands in no namespace. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((one) => one.namespace === '' && one.name === name)
    ?.value
}

/** The text of an element that has nothing else in it. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined
  if (element.children.length > 0) throw new SamlRefusal('structure')
  return element.text.trim()
}

export function* allElements(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* allElements(child)
}

/** Reads one document, from its first character to its last. */
class Reader {
  readonly #text: string
  #at = 0
  #elements = 0
  readonly #open: OpenElement[] = []

  constructor(text: string) {
    this.#text = text
  }

  read(): XmlElement {
    for (;;) {
      const root = this.#step()
      if (root === undefined) continue
      if (this.#at !== this.#text.length) throw unreadable()
      return root
    }
  }

  /** Reads on to the next end of a tag; gives the root once it is closed. */
  #step(): XmlElement | undefined {
    this.#readText()
    const end = this.#take(closing)
    if (end !== undefined) return this.#close(end[1])
    const start = this.#take(opening)
    if (start === undefined) throw unreadable()
    const [, first = '', second] = start
    const isEmpty = this.#openElement(second === undefined ? '' : first, second ?? first)
    return isEmpty ? this.#close(this.#open.at(-1)?.qualified) : undefined
  }

  #readText(): void {
    const next = this.#text.indexOf('<', this.#at)
    if (next === -1) throw unreadable()
    if (next === this.#at) return
    const raw = this.#text.slice(this.#at, next)
    const element = this.#open.at(-1)
    if (element === undefined || raw.includes(']]>')) throw unreadable()
    element.text += withoutReferences(raw)
    this.#at = next
  }

  #openElement(prefix: string, name: string): boolean {
    this.#elements += 1
    if (this.#elements > elementsMax || this.#open.length >= depthMax) throw unreadable()
    const found: [prefix: string, name: string, value: string][] = []
    for (let one = this.#take(attribute); one; one = this.#take(attribute)) {
      const [, first = '', second, double, single] = one
      const value = withoutReferences((double ?? single ?? '').replaceAll(/[\t\n]/g, ' '))
      found.push(second === undefined ? ['', first, value] : [first, second, value])
      if (found.length > attributesMax) throw unreadable()
    }
    const end = this.#take(openingEnd)
    if (end === undefined) throw unreadable()
    const prefixes = prefixesWith(found, this.#open.at(-1)?.prefixes)
    this.#open.push({
      qualified: prefix === '' ? name : `${prefix}:${name}`,
      namespace: namespaceOf(prefix, prefixes),
      name,
      attributes: attributesFrom(found, prefixes),
      children: [],
      prefixes,
      text: '',
    })
    return end[1] === '/'
  }

  #close(qualified: string | undefined): XmlElement | undefined {
    const element = this.#open.pop()
    if (element === undefined || element.qualified !== qualified) throw unreadable()
    const { namespace, name, attributes, children, text } = element
    const closed = { namespace, name, attributes, children, text }
    const parent = this.#open.at(-1)
    parent?.children.push(closed)
    return parent === undefined ? closed : undefined
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }
}

type Given = readonly (readonly [prefix: string, name: string, value: string])[]

function isDeclaration([prefix, name]: Given[number]): boolean {
  return prefix === 'xmlns' || (prefix === '' && name === 'xmlns')
}

function prefixesWith(
  given: Given,
  outer: ReadonlyMap<string, string> = new Map([
    ['', ''],
    ['xml', xmlNamespace],
  ]),
): ReadonlyMap<string, string> {
  const declared = given.filter(isDeclaration)
  if (declared.length === 0) return outer
  const names = declared.map(([prefix, name]) => (prefix === '' ? '' : name))
  if (new Set(names).size !== names.length) throw unreadable()
  if (names.some((name) => name === 'xml' || name === 'xmlns')) throw unreadable()
  const prefixes = new Map([
    ...outer,
    ...names.map((name, at) => [name, declared[at]?.[2] ?? ''] as const),
  ])
  if (prefixes.size > prefixesMax) throw unreadable()
  return prefixes
}

function namespaceOf(prefix: string, prefixes: ReadonlyMap<string, string>): string {
  const namespace = prefixes.get(prefix)
  if (namespace === undefined || (prefix !== '' && namespace === '')) throw unreadable()
  return namespace
}

function attributesFrom(
  given: Given,
  prefixes: ReadonlyMap<string, string>,
): XmlAttribute[] {
  const attributes = given
    .filter((one) => !isDeclaration(one))
    .map(([prefix, name, value]) => ({
      namespace: prefix === '' ? '' : namespaceOf(prefix, prefixes),
      name,
      value,
    }))
  const names = attributes.map(({ namespace, name }) => `${namespace} ${name}`)
  if (new Set(names).size !== names.length) throw unreadable()
  return attributes
}

function withoutReferences(raw: string): string {
  return raw.replaceAll(reference, (whole, name: string) => {
    if (!whole.endsWith(';')) throw unreadable()
    const known = Object.hasOwn(entities, name) ? entities[name] : characterOf(name)
    if (known === undefined) throw unreadable()
    return known
  })
}

function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return undefined
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (code > 0x10_ff_ff) return undefined
  const character = String.fromCodePoint(code)
  return noCharacter.test(character) || !character.isWellFormed() ? undefined : character
}

function unreadable(): SamlRefusal {
  return new SamlRefusal('unreadable')
}
