import assert from 'node:assert/strict'

import { Parser } from 'htmlparser2'

export interface SeenElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The names of what it stands in, the outermost first. */
  readonly around: readonly string[]
}

const voids = new Set(['br', 'wbr', 'hr', 'img', 'col', 'path', 'circle', 'mspace'])

/** The elements of markup whose tags must all match, as only a machine writes them. */
export function elementsOf(markup: string): readonly SeenElement[] {
  const seen: SeenElement[] = []
  const open: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        seen.push({ name, attributes, around: [...open] })
        if (!voids.has(name)) open.push(name)
      },
      onclosetag(name) {
        if (!voids.has(name)) assert.equal(open.pop(), name, 'tags close in order')
      },
      oncomment: () => assert.fail('no comment is written'),
      onprocessinginstruction: () => assert.fail('no declaration is written'),
    },
    // Nothing is made good: what is missing shows.
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(markup)
  assert.deepEqual(open, [], 'every element is closed')
  return seen
}

/** What a body is made of. Whatever is not here does not belong into one. */
const known = new Set(
  `div header picture h1 h2 h3 h4 h5 h6 p span a img ul ol li blockquote hr br wbr strong em del sup sub kbd code
  mark pre details summary section figure figcaption table colgroup col thead tbody tr th td time svg
  path circle lectern-tabs lectern-copy lectern-try lectern-video math semantics mrow mi mn mo ms mtext mspace msup msub msubsup
  mfrac msqrt mroot mover munder munderover mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose
  merror`.split(/\s+/u),
)

const phrasing = new Set(
  'span a img br wbr strong em del sup sub kbd code mark svg path circle time math'.split(
    ' ',
  ),
)

/** Elements that hold text and what stands in a line, and no blocks. */
const lines = new Set(
  'p h1 h2 h3 h4 h5 h6 summary span strong em del sup sub kbd code mark pre a time'.split(
    ' ',
  ),
)

/** What no page may ever hold, and what no parser of HTML would leave as it was written. */
export function assertHarmless(markup: string): void {
  const ids = new Set<string>()
  for (const element of elementsOf(markup)) {
    const { name, attributes, around } = element
    assert.ok(known.has(name) || isInert(element), `<${name}> is no part of a body`)
    for (const [key, value] of Object.entries(attributes)) {
      assertAttribute(name, key, value)
      if (key === 'id') {
        assert.ok(!ids.has(value), `the id ${value} is there once`)
        assert.match(value, /^\S+$/u)
        ids.add(value)
      }
    }
    assertNesting(name, around)
  }
}

/** Whether an element is what a script reads, and no script itself. */
function isInert({ name, attributes, around }: SeenElement): boolean {
  const isJson = attributes['type'] === 'application/json'
  return name === 'script' && isJson && around.at(-1) === 'lectern-try'
}

function assertAttribute(name: string, key: string, value: string): void {
  assert.doesNotMatch(key, /^on/iu, `<${name}> has no handler`)
  assert.ok(!['style', 'srcdoc', 'srcset', 'action', 'ping'].includes(key), key)
  assert.ok(value.length < 10_000, `${key} is bounded`)
  if (key !== 'href' && key !== 'src') return
  assert.match(
    value,
    /^(?:https?:|mailto:|tel:|\/(?![/\\])|#|[^:/\\]*(?:[/?#]|$))/iu,
    value,
  )
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  assert.doesNotMatch(value, /[\u0000-\u0020\\]/u, 'addresses have no blanks')
  const target = new URL(value, 'https://site.test/a/')
  assert.ok(['http:', 'https:', 'mailto:', 'tel:'].includes(target.protocol), value)
}

function assertNesting(name: string, around: readonly string[]): void {
  if (around.includes('math') || name === 'math') return
  const parent = around.at(-1) ?? ''
  const isInList = parent === 'ul' || parent === 'ol'
  assert.equal(name === 'li', isInList, `<${name}> in <${parent}>`)
  if (lines.has(parent)) assert.ok(phrasing.has(name), `<${name}> in <${parent}>`)
  if (name === 'a') assert.ok(!around.includes('a'), 'no link is in a link')
  if (pressed.has(name)) {
    assert.ok(!around.includes('summary'), `<${name}> in <summary>`)
  }
}

/** What can be pressed or has the focus. */
const pressed = new Set(['a', 'pre', 'details', 'summary'])
