import { validateDocument } from '@lectern/content/document/validate.ts'
import { applyDocument } from '@lectern/content/edit/apply-document.ts'
import { editBlocks, type BlockEdit } from '@lectern/content/edit/edit-blocks.ts'
import { anchors, withAnchors } from '@lectern/content/look/anchors.ts'
import { conditionFaults } from '@lectern/content/look/condition-faults.ts'
import { mergeBodies } from '@lectern/content/merge/merge-bodies.ts'
import { type PageFile, splitPage } from '@lectern/content/page/page-file.ts'
import { setAttributes, setIncludeTitle } from '@lectern/content/page/set-attributes.ts'
import { blockKeys, documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'
import type { Reading } from '@lectern/content/read/reading.ts'
import { write } from '@lectern/content/write/write.ts'

import type { Attributes } from '#/content-store/entries/public.ts'

import type {
  BlockChange,
  BodyEdit,
  BodyOutcome,
  BodyProblem,
  BodyText,
  BodyWork,
  ReadBody,
  SentBody,
  Spelling,
} from './body-work.ts'
import { documentIdOf } from './document-id.ts'
import { refsWithConditions } from './document-refs.ts'
import { encodeProjection } from './projection.ts'
import { restoringEdits } from './restore-blocks.ts'
import { shownParts } from './shown-parts.ts'
import { spelledAs } from './spelled-refs.ts'

/**
 * Reads bodies, on a separate thread like every task of this file: that takes milliseconds.
 * @public loaded by name
 */
export function readBodies(bodies: readonly string[]): readonly ReadBody[] {
  return bodies.map((markdown) => known(read(markdown)))
}

const bodyBytesMax = 1_048_576

/**
 * Applies the edits of one request to a page's text, in their order.
 * @public loaded by name
 */
export function writeBody(work: BodyWork): BodyOutcome | { problem: BodyProblem } {
  const { head } = work
  const headAfter = head && {
    head: head.isInclude
      ? setIncludeTitle(head.bytes, head.changes.title ?? '')
      : setAttributes(head.bytes, head.changes),
  }
  if (work.isFile === true) return fileOf(work)
  if (work.edits.length === 0) return { ...headAfter }
  const text = editedText(work)
  return typeof text === 'string' ? { ...headAfter, body: bodyOf(text) } : text
}

/** The page in a whole file: its body, and its head with the attributes of the request set. */
function fileOf({ edits, head, spelling }: BodyWork) {
  const [edit] = edits
  const file = edit?.kind === 'set' && 'markdown' in edit.body ? edit.body.markdown : ''
  const split = splitPage(file)
  const text = editedText({
    text: { markdown: '' },
    edits:
      edit === undefined
        ? []
        : [{ ...edit, kind: 'set', body: { markdown: split.body } }],
    spelling,
  })
  const refused = refusedCondition(split, edit, head)
  if (refused !== undefined) return refused
  if (typeof text !== 'string') return text
  const title = head?.changes.title ?? split.title ?? 'Untitled'
  const bytes = setAttributes(split.head, { ...head?.changes, title })
  return {
    body: bodyOf(text),
    head: bytes,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what YAML says is JSON
    said: { title, attributes: splitPage(bytes).attributes as Attributes },
  }
}

/** Refuses a file whose condition nobody could meet, unless the request has another for it. */
function refusedCondition(
  { conditionProblem: message }: PageFile,
  edit: BodyEdit | undefined,
  head: BodyWork['head'],
): Refused | undefined {
  if (message === undefined || head?.changes.condition !== undefined) return undefined
  return { problem: { change: edit?.change ?? 0, kind: 'condition', message } }
}

function bodyOf(markdown: string) {
  return { markdown, documentId: documentIdOf(markdown), ...known(read(markdown)) }
}

function known(reading: Reading): ReadBody {
  const document = withAnchors(documentWithKeys(reading))
  const { refs, conditions } = refsWithConditions(document)
  const showsSpec = refs.some(({ kind }) => kind === 'openapi')
  return {
    projection: encodeProjection(document),
    refs,
    conditions,
    parts: showsSpec ? shownParts(document) : [],
    anchors: [...anchors(reading.document).values()],
    faults: conditionFaults(reading),
  }
}

type Refused = { problem: BodyProblem }

function editedText({ text, edits, spelling }: BodyWork): string | Refused {
  let current: BodyText = text
  for (const edit of edits) {
    const from = edit.base ?? current
    const sent = apply(edit, from, spelling)
    if (typeof sent !== 'string') return sent
    const merged = mergeInto(edit, { from, sent, current: current.markdown })
    if (typeof merged !== 'string') return merged
    if (Buffer.byteLength(merged) > bodyBytesMax) {
      return { problem: { change: edit.change, kind: 'too-large' } }
    }
    // The targets of a text's references are known only until the text changes.
    if (merged !== current.markdown) current = { markdown: merged }
  }
  return current.markdown
}

function mergeInto(
  edit: BodyEdit,
  { from, sent, current }: { from: BodyText; sent: string; current: string },
): string | Refused {
  if (from.markdown === current) return sent
  const result = mergeBodies(from.markdown, sent, current)
  if (result.complete) return result.merged
  const { conflicts } = result
  return { problem: { change: edit.change, kind: 'conflict', conflicts } }
}

function apply(edit: BodyEdit, from: BodyText, spelling: Spelling): string | Refused {
  if (edit.kind === 'set') return applySet(edit.change, edit.body, from, spelling)
  const reading = read(from.markdown)
  const edits =
    edit.kind === 'blocks'
      ? blockEdits(edit.change, edit.blocks, { reading, from, spelling })
      : { edits: restoringEdits(reading, read(edit.from), edit.blocks) }
  if ('problem' in edits) return edits
  if (edits.instead !== undefined) return edits.instead
  const outcome = editBlocks(reading, edits.edits)
  return 'problem' in outcome
    ? { problem: { change: edit.change, kind: 'block', problem: outcome.problem } }
    : outcome.reading.source
}

function applySet(
  change: number,
  body: SentBody,
  from: BodyText,
  spelling: Spelling,
): string | Refused {
  if ('markdown' in body) {
    const isNew = saysCondition(body.markdown) && !saysCondition(from.markdown)
    return isNew
      ? { problem: { change, kind: 'condition', message: conditionAsText } }
      : body.markdown
  }
  const checked = validateDocument(body.tree)
  if ('problem' in checked) {
    return { problem: { change, kind: 'invalid-document', problem: checked.problem } }
  }
  const reading = read(from.markdown)
  const document = spelledAs(checked.document, { reading, links: from.links, spelling })
  return applyDocument(reading, document).source
}

/** Whether a text begins with front matter that says a condition, which is text there. */
function saysCondition(markdown: string): boolean {
  return splitPage(markdown).attributes.condition !== undefined
}

const conditionAsText =
  'It is part of the text here: front matter counts only where "insert_page" brings a whole file, without a title. Send "condition" instead.'

interface Blocks {
  readonly edits: readonly BlockEdit[]
  /** The whole text, when the page has no block to begin from. */
  readonly instead?: string
}

function blockEdits(
  change: number,
  blocks: readonly BlockChange[],
  { reading, from, spelling }: { reading: Reading; from: BodyText; spelling: Spelling },
): Blocks | Refused {
  const edits: BlockEdit[] = []
  const last = lastKey(reading)
  let instead: string | undefined
  for (const each of blocks) {
    if (each.kind === 'delete') {
      edits.push(each)
      continue
    }
    const markdown = markdownOf(change, each.body, { reading, from, spelling })
    if (typeof markdown !== 'string') return markdown
    if (each.kind !== 'append') {
      edits.push({ kind: each.kind, block: each.block, markdown })
    } else if (last === undefined) {
      instead = instead === undefined ? markdown : `${instead}\n\n${markdown}`
    } else edits.push({ kind: 'insert-after', block: last, markdown })
  }
  return instead === undefined || edits.length > 0
    ? { edits }
    : { edits, instead: `${instead}\n` }
}

function lastKey(reading: Reading): string | undefined {
  const last = reading.blocks.at(-1)
  return last && blockKeys(reading).get(last)
}

function withoutEndingLines(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1
  return text.slice(0, end)
}

function markdownOf(
  change: number,
  body: SentBody,
  { reading, from, spelling }: { reading: Reading; from: BodyText; spelling: Spelling },
): string | Refused {
  if ('markdown' in body) return withoutEndingLines(body.markdown)
  const checked = validateDocument(body.tree)
  if ('problem' in checked) {
    return { problem: { change, kind: 'invalid-document', problem: checked.problem } }
  }
  const document = spelledAs(checked.document, { reading, links: from.links, spelling })
  return withoutEndingLines(write(document))
}
