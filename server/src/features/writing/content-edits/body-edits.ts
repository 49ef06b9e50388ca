import type { ContentChange, DocumentInput } from '@lectern/contract/content-changes.ts'

import type {
  BlockChange,
  BodyEdit,
  BodyText,
  SentBody,
} from '#/content-store/documents/public.ts'

import { invalidChange } from './content-edit-errors.ts'
import type { LoadedState } from './load-state.ts'
import type { ChangeOf, NamedChange } from './named-changes.ts'

/** The edits that the changes of one entry make to its text, in order. */
export function editsOfEntry(
  id: string,
  own: readonly NamedChange[],
  state: LoadedState,
): readonly BodyEdit[] {
  const isThere = state.entries.has(id) || own.some(({ made }) => made.includes(id))
  const edits: BodyEdit[] = []
  for (const { index, change } of own) {
    if (change.operation === 'revert_page') {
      edits.push(...revertOf(index, change.block, state))
      continue
    }
    const edit = setOf(change) ?? blocksOf(index, change)
    if (edit === undefined) continue
    // A whole text after an earlier change of the same entry must not undo that change.
    const isOver = edit.kind === 'set' && edits.length > 0
    // A missing entry is refused as missing, not for a conflict of its text.
    const base = isThere ? baseOf(index, change, { id, state, isOver }) : {}
    edits.push({ change: index, ...edit, ...base })
  }
  return joinBlocks(edits)
}

function sent(document: DocumentInput): SentBody {
  return 'markdown' in document ? document : { tree: document }
}

type Setting = Pick<Extract<BodyEdit, { kind: 'set' }>, 'kind' | 'body'>
type Blocks = Pick<Extract<BodyEdit, { kind: 'blocks' }>, 'kind' | 'blocks'>

function setOf(change: ContentChange): Setting | undefined {
  switch (change.operation) {
    case 'insert_page':
    case 'insert_reusable_content':
      return { kind: 'set', body: sent(change.document ?? { markdown: '' }) }
    case 'update_page':
    case 'update_reusable_content':
      return change.document && { kind: 'set', body: sent(change.document) }
    default:
      return undefined
  }
}

function blocksOf(index: number, change: ContentChange): Blocks | undefined {
  switch (change.operation) {
    case 'update_block': {
      const { block, document } = change
      return { kind: 'blocks', blocks: [{ kind: 'update', block, body: sent(document) }] }
    }
    case 'insert_blocks':
      return { kind: 'blocks', blocks: [insertionOf(index, change)] }
    case 'delete_blocks': {
      const blocks = change.blocks.map((block) => ({ kind: 'delete', block }) as const)
      return { kind: 'blocks', blocks }
    }
    default:
      return undefined
  }
}

function insertionOf(
  index: number,
  { before, after, document }: ChangeOf<'insert_blocks'>,
): BlockChange {
  const body = sent(document)
  if (before !== undefined && after !== undefined) {
    throw invalidChange(index, 'names both "before" and "after"; give one of them')
  }
  if (before !== undefined) return { kind: 'insert-before', block: before, body }
  if (after !== undefined) return { kind: 'insert-after', block: after, body }
  return { kind: 'append', body }
}

function revertOf(
  index: number,
  blocks: readonly string[] | undefined,
  state: LoadedState,
): readonly BodyEdit[] {
  const markdown = state.oldVersions.get(index)?.markdown
  if (markdown === undefined || markdown === null) return []
  return blocks === undefined
    ? [{ change: index, kind: 'set', body: { markdown } }]
    : [{ change: index, kind: 'restore-blocks', from: markdown, blocks }]
}

function baseOf(
  index: number,
  change: NamedChange['change'],
  { id, state, isOver }: { id: string; state: LoadedState; isOver: boolean },
): { readonly base?: BodyText } {
  if (!('base' in change) || change.base === undefined) return {}
  const head = state.entries.get(id)
  const isHead = change.base === head?.document_id
  if (isHead && !isOver) return {}
  const row = isHead ? head : state.bases.get(`${id} ${change.base}`)
  if (row === undefined || row.markdown === null) {
    throw invalidChange(
      index,
      `names the base "${change.base}", which is no document here`,
    )
  }
  return { base: { markdown: row.markdown, links: row.links } }
}

/** Joins edits of blocks that have the same base: their keys are those of that one text. */
function joinBlocks(edits: readonly BodyEdit[]): readonly BodyEdit[] {
  const joined: BodyEdit[] = []
  for (const edit of edits) {
    const last = joined.at(-1)
    const isJoined =
      last?.kind === 'blocks' &&
      edit.kind === 'blocks' &&
      last.base?.markdown === edit.base?.markdown
    if (isJoined) {
      joined.splice(-1, 1, { ...last, blocks: [...last.blocks, ...edit.blocks] })
    } else joined.push(edit)
  }
  return joined
}
