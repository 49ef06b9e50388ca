import { fingerprint } from '#/document/fingerprint.ts'
import type { JSONDocument } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { mapDocument } from '#/document/walk.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'

export const breaks = [
  'escapes are dropped',
  'a mark is lost',
  'a rule is left out',
  'writing drifts',
  'reading throws',
] as const

export type Break = (typeof breaks)[number]

/** What is put to the test: the real functions, or one of them with a defect. */
export interface Functions {
  readonly read: (markdown: string) => JSONDocument
  readonly write: (document: JSONDocument) => string
  readonly normalise: (document: JSONDocument) => JSONDocument
}

export function functionsWith(broken: Break | undefined): Functions {
  const whole: Functions = {
    read: (markdown) => read(markdown).document,
    write,
    normalise,
  }
  switch (broken) {
    case 'escapes are dropped':
      return { ...whole, write: (document) => write(document).replaceAll('\\_', '_') }
    case 'a mark is lost':
      return { ...whole, write: (document) => write(withoutSubscript(document)) }
    case 'a rule is left out':
      return { ...whole, normalise: (document) => document }
    case 'writing drifts':
      return { ...whole, write: (document) => write(document).replace(/\*$/m, '* ') }
    case 'reading throws':
      return { ...whole, read: readUnless('%}{%') }
    case undefined:
    default:
      return whole
  }
}

function readUnless(trap: string): Functions['read'] {
  return (markdown) => {
    if (markdown.includes(trap)) throw new Error('A planted defect')
    return read(markdown).document
  }
}

function withoutSubscript(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object !== 'text') return [node]
    const leaves = node.leaves.map((leaf) => ({
      ...leaf,
      marks: leaf.marks.filter(({ type }) => type !== 'subscript'),
    }))
    return [{ ...node, leaves }]
  })
}

export const unlike = 'reading back gives another document'

/** What a document must keep on its way to Markdown and back; undefined when it does. */
export function documentProblem(
  document: JSONDocument,
  functions: Functions,
): string | undefined {
  const normal = functions.normalise(document)
  if (differ(functions.normalise(normal), normal)) return 'normalising twice changes more'
  const markdown = functions.write(normal)
  if (functions.write(document) !== markdown) return 'normalising changes the Markdown'
  if (differ(functions.read(markdown), normal)) return unlike
  return undefined
}

/** What Markdown must keep when it is written anew; undefined when it does. */
export function markdownProblem(
  markdown: string,
  functions: Functions,
): string | undefined {
  const document = functions.read(markdown)
  if (differ(functions.normalise(document), document)) return 'reading is not normal'
  const written = functions.write(document)
  const again = functions.read(written)
  if (differ(again, document)) return unlike
  if (functions.write(again) !== written) return 'writing twice gives other Markdown'
  return undefined
}

function differ(left: JSONDocument, right: JSONDocument): boolean {
  return fingerprint(withoutReasons(left)) !== fingerprint(withoutReasons(right))
}

/** Why Markdown is kept as it is depends on what stands around it: it is told, not promised. */
function withoutReasons(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object !== 'block' || node.type !== 'verbatim') return [node]
    return [{ ...node, data: { markdown: node.data.markdown } }]
  })
}
