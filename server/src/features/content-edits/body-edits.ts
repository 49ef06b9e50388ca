import type { ContentChange, DocumentInput } from '@lectern/contract/content-changes.ts'

import type {
  BlockChange,
  BodyEdit,
  BodyText,
  SentBody,
} from '#/features/content/public.ts'

import { invalidChange } from './content-edit-errors.ts'
import type { LoadedState } from './load-state.ts'
import type { ChangeOf, NamedChange } from './named-changes.ts'

/** What a list of changes of one entry does to its text, in order. */
export function editsOfEntry(
  id: string,
  own: readonly NamedChange[],
  state: LoadedState,
): readonly BodyEdit[] {
  return joinBlocks(
    own.flatMap(({ index, change }) => {
      if (change.operation === 'revert_page') return revertOf(index, change.block, state)
      const edit = setOf(change) ?? blocksOf(index, change)
      if (edit === undefined) return []
      return [{ change: index, ...edit, ...baseOf(index, change, id, state) }]
    }),
  )
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
  id: string,
  state: LoadedState,
): { readonly base?: BodyText } {
  if (!('base' in change) || change.base === undefined) return {}
  if (change.base === state.entries.get(id)?.document_id) return {}
  const row = state.bases.get(`${id} ${change.base}`)
  if (row === undefined) {
    throw invalidChange(
      index,
      `names the base "${change.base}", which is no document here`,
    )
  }
  return { base: { markdown: row.markdown, links: row.links } }
}

/** Edits of blocks that were made from one text are made together: the keys are those of that text. */
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
