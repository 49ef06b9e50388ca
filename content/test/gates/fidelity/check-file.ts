import { fingerprint } from '#/document/fingerprint.ts'
import type { JSONDocument } from '#/document/nodes.ts'
import { normalise } from '#/document/normalise.ts'
import { mapDocument, walk } from '#/document/walk.ts'
import { applyDocument } from '#/edit/apply-document.ts'
import { splitPage } from '#/page/page-file.ts'
import { read } from '#/read/read.ts'
import type { Reading } from '#/read/reading.ts'
import { write } from '#/write/write.ts'
import type { MarkdownFile } from '#test/markdown-files.ts'

import type { seeded } from '../../../../tools/gate.ts'
import { editOne, isEditable, sourceBlocks } from './edit-blocks.ts'
import { findInDocument, findWithRemark, missing } from './words.ts'

export const defects = [
  'a byte is lost',
  'a neighbour is touched',
  'a mark is lost',
  'a word is lost',
  'nothing is understood',
  'a file is lost',
] as const
export type Defect = (typeof defects)[number]

export interface FileReport {
  readonly notIdentical: readonly string[]
  readonly notSurviving: readonly string[]
  readonly wordsMissing: readonly string[]
  readonly otherMissing: readonly string[]
  readonly editsWrong: readonly string[]
  readonly edits: number
  readonly blocks: number
  /** How many blocks are kept as they are, by reason. */
  readonly verbatim: ReadonlyMap<string, number>
}

/** Verbatim blocks with these reasons are understood: there is nothing to show. */
export const understoodReasons = new Set(['comment', 'definition', 'footnote-definition'])

export function checkFile(
  { text }: MarkdownFile,
  random: ReturnType<typeof seeded>,
  options: { readonly edits: number; readonly broken: Defect | undefined },
): FileReport {
  const { broken } = options
  const { head, body, title = '' } = splitPage(text)
  const reading = broken === 'nothing is understood' ? verbatimReading(body) : read(body)
  const { document } = reading
  const inDocument = new Set([...walk(document)].map(({ node }) => node))
  const candidates = sourceBlocks(reading).filter(
    (block) => isEditable(block) && inDocument.has(block.node),
  )
  const chosen = Array.from({ length: Math.min(options.edits, candidates.length) }, () =>
    random.pick(candidates),
  )
  const apply = broken === 'a neighbour is touched' ? touchNeighbour : applyDocument
  const edits = chosen.map((block) => {
    const problem = attempt(() => editOne(reading, block, apply))
    return problem && `${block.node.type} at ${block.start}: ${problem}`
  })
  const shown = broken === 'a word is lost' ? withoutFirstBlock(document) : document
  const lost = missing(
    findWithRemark(head.replace(/^\uFEFF?---[\s\S]*?^---/m, '') + body),
    findInDocument([shown, title]),
  )
  return {
    notIdentical: present([
      head + body === text ? undefined : 'head and body are not the file',
      attempt(() => writesBack(reading, broken)),
      ...rangeProblems(reading),
    ]),
    notSurviving: present([attempt(() => survives(document, broken))]),
    wordsMissing: lost.words,
    otherMissing: lost.other,
    editsWrong: present(edits),
    edits: chosen.length,
    ...countBlocks(document),
  }
}

function writesBack(reading: Reading, broken: Defect | undefined): string | undefined {
  const copy: JSONDocument = structuredClone(reading.document)
  const { source } = applyDocument(reading, copy)
  const written = broken === 'a byte is lost' ? source.slice(1) : source
  if (written === reading.source) return undefined
  const normal = normalise(reading.document)
  const isNormal = fingerprint(normal) === fingerprint(reading.document)
  return isNormal
    ? 'unedited, it is written differently'
    : `what is read is not normal: ${firstDifference(reading.document, normal)}`
}

/** Bytes that are in no block must be nothing but space, or an edit could drop them. */
function rangeProblems({ source, blocks }: Reading): readonly (string | undefined)[] {
  let end = 0
  const problems = blocks.map((block) => {
    const gap = source.slice(end, block.start)
    const isWrong = block.start < end || block.end > source.length || !isNoBlock(gap)
    const problem = isWrong
      ? `${block.node.type} at ${block.start}: text before it is in no block`
      : undefined
    ;({ end } = block)
    return problem
  })
  return [
    ...problems,
    isNoBlock(source.slice(end)) ? undefined : 'the end is in no block',
  ]
}

/** Notes stand with the words that refer to them, wherever their bodies are. */
function isNoBlock(gap: string): boolean {
  return /^\s*(?:\[\^|$)/.test(gap)
}

function survives(
  document: JSONDocument,
  broken: Defect | undefined,
): string | undefined {
  const markdown = write(document)
  const again = read(markdown).document
  const compared = broken === 'a mark is lost' ? withoutMarks(again) : again
  if (fingerprint(compared) !== fingerprint(document)) {
    return firstDifference(document, compared)
  }
  return write(again) === markdown ? undefined : 'written twice, it differs'
}

/** The first block at the top that does not come back, for whoever has to find out why. */
function firstDifference(before: JSONDocument, after: JSONDocument): string {
  const index = before.nodes.findIndex((node, at) => {
    const other = after.nodes[at]
    return other === undefined || fingerprint(node) !== fingerprint(other)
  })
  const node = before.nodes[index]
  const other = after.nodes[index]
  if (node === undefined) {
    return `${after.nodes.length - before.nodes.length} more blocks come back`
  }
  const [one, two] = [
    fingerprint(node),
    other === undefined ? 'nothing' : fingerprint(other),
  ]
  let at = 0
  while (at < one.length && one[at] === two[at]) at++
  const from = Math.max(0, at - 60)
  return `${node.type} (block ${index}): …${one.slice(from, at + 80)}… comes back as …${two.slice(from, at + 80)}…`
}

function countBlocks(document: JSONDocument): Pick<FileReport, 'blocks' | 'verbatim'> {
  const verbatim = new Map<string, number>()
  let blocks = 0
  for (const { node } of walk(document)) {
    if (node.object !== 'block') continue
    blocks++
    if (node.type !== 'verbatim') continue
    const reason = node.data.reason ?? 'no reason'
    verbatim.set(reason, (verbatim.get(reason) ?? 0) + 1)
  }
  return { blocks, verbatim }
}

function attempt(check: () => string | undefined): string | undefined {
  try {
    return check()
  } catch (error) {
    return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
  }
}

function present(problems: readonly (string | undefined)[]): readonly string[] {
  return problems.filter((problem) => problem !== undefined)
}

// What the defects do

function verbatimReading(source: string): Reading {
  const node = {
    object: 'block',
    type: 'verbatim',
    isVoid: true,
    data: { markdown: source.trim(), reason: 'planted' },
  } as const
  const start = source.length - source.trimStart().length
  const block = {
    node,
    start,
    end: start + source.trim().length,
    prefix: '',
    children: [],
  }
  return {
    source,
    document: { object: 'document', data: {}, nodes: [node] },
    blocks: [block],
    footnotes: [],
  }
}

function touchNeighbour(reading: Reading, document: JSONDocument): Reading {
  const { source } = applyDocument(reading, document)
  return read(`\n${source}\n`)
}

function withoutMarks(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) =>
    node.object === 'text'
      ? [{ ...node, leaves: node.leaves.map((leaf) => ({ ...leaf, marks: [] })) }]
      : [node],
  )
}

function withoutFirstBlock(document: JSONDocument): JSONDocument {
  return { ...document, nodes: document.nodes.slice(1) }
}
