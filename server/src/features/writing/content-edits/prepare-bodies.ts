import {
  type BodyOutcome,
  type BodyProblem,
  writeBody,
} from '#/content-store/documents/public.ts'
import type { ApiError } from '#/platform/errors/api-error.ts'
import type { Threads } from '#/platform/threads/threads.ts'

import type { EntryWork } from './body-works.ts'
import {
  type EditConflict,
  editConflicts,
  invalidChange,
  invalidCondition,
} from './content-edit-errors.ts'
import type { LoadedState } from './load-state.ts'
import type { NamedChange } from './named-changes.ts'

/** The outcome of a work, and the versions that it started from. */
export interface Prepared {
  readonly outcome: BodyOutcome
  readonly from: Pick<EntryWork, 'documentId' | 'head'>
}

/** The most works of one request that wait for a thread, so that no request blocks others. */
const lanesMax = 4

interface Preparing {
  readonly threads: Threads
  readonly branch: { readonly organizationId: string }
}

/** Does each work on a thread, or throws the refusal of the first that fails. */
export async function prepareBodies(
  { threads, branch }: Preparing,
  works: ReadonlyMap<string, EntryWork>,
  state: LoadedState,
): Promise<ReadonlyMap<string, Prepared>> {
  const prepared = new Map<string, Prepared>()
  const waiting = works.entries()
  const lane = async () => {
    for (const [id, { work, ...from }] of waiting) {
      const outcome = await threads.run(branch, writeBody, work)
      if ('problem' in outcome) throw refusalOf(id, outcome.problem, state)
      prepared.set(id, { outcome, from })
    }
  }
  await Promise.all(Array.from({ length: lanesMax }, lane))
  return prepared
}

/** Whether a prepared outcome still fits the entry, now that nobody else can write. */
export function isCurrent({ from }: Prepared, id: string, state: LoadedState): boolean {
  const row = state.entries.get(id)
  const sameText =
    from.documentId === undefined || from.documentId === (row?.document_id ?? null)
  return sameText && (from.head === undefined || from.head === (row?.head ?? null))
}

/** The pages to revert whose former version is another by now, after a change by somebody. */
export function revertedElsewhere(
  changes: readonly NamedChange[],
  then: LoadedState,
  now: LoadedState,
): readonly string[] {
  return changes.flatMap(({ index, change }) => {
    if (change.operation !== 'revert_page') return []
    const [before, after] = [then.oldVersions.get(index), now.oldVersions.get(index)]
    const isSame =
      before?.document_id === after?.document_id && before?.head === after?.head
    return isSame ? [] : [change.page]
  })
}

const blockProblems = {
  'unknown-block': 'names a block that the page does not have',
  overlap: 'edits a block that another change of the request edits too',
  'spills-over': 'has Markdown that does not stand alone: blocks around it would change',
}

function refusalOf(id: string, problem: BodyProblem, state: LoadedState): ApiError {
  switch (problem.kind) {
    case 'invalid-document': {
      const { path, message } = problem.problem
      return invalidChange(
        problem.change,
        `has a document whose ${path || 'root'} ${message}`,
      )
    }
    case 'too-large':
      return invalidChange(problem.change, 'makes a text of more than 1 MB of Markdown')
    case 'condition':
      return invalidCondition(
        problem.change,
        `has a condition in its front matter that cannot count. ${problem.message}`,
      )
    case 'block': {
      const { kind, block } = problem.problem
      return invalidChange(problem.change, `${blockProblems[kind]}: "${block}"`)
    }
    default:
      return editConflicts(conflictsOf(id, problem, state))
  }
}

function conflictsOf(
  id: string,
  { change, conflicts }: Extract<BodyProblem, { kind: 'conflict' }>,
  state: LoadedState,
): readonly EditConflict[] {
  const row = state.entries.get(id)
  const where = row?.kind === 'reusable-content' ? { reusableContent: id } : { page: id }
  const documentId = row?.document_id ?? ''
  return conflicts.map(({ kind, blocks, base, ours, theirs }) => ({
    change,
    ...where,
    documentId,
    kind,
    blocks: [...blocks],
    base,
    ours,
    theirs,
  }))
}
