import {
  type HistoryItem,
  isRequestAttempt,
  isWrite,
  type StoredBranch,
  type StoredContent,
  type StoredRevision,
  type WriteAttempt,
} from './merge-history.ts'
import { modelOf } from './merge-model.ts'
import { checkOrder } from './merge-order.ts'
import { checkRequests } from './merge-requests-check.ts'
import { checkTexts } from './merge-texts.ts'

export interface Judged {
  readonly problems: readonly string[]
  /** Writes without an answer that turned out to have happened. */
  readonly happenedUnseen: number
}

type Done = WriteAttempt & { answer: { outcome: 'done' } }

/**
 * Numbers give the order of all revisions of a branch. The history is linearizable when that order
 * agrees with what everybody saw, and each write is in it as often as its answer says.
 */
export function checkHistory(
  history: readonly HistoryItem[],
  stored: StoredContent,
  /** Revisions that were there before the history begins. */
  before: ReadonlySet<string>,
): Judged {
  const writes = history.filter(isWrite)
  const done = writes.filter((write): write is Done => write.answer.outcome === 'done')
  const model = modelOf(stored)
  const { byId } = model
  const texts = checkTexts(writes, stored, { model, before })
  const requests = checkRequests(history.filter(isRequestAttempt), stored, byId)
  return {
    problems: [
      ...stored.branches.flatMap((branch) => checkChain(branch, stored.revisions)),
      ...checkAnswers(done, byId),
      ...checkGuards(writes, byId, stored.revisions),
      ...checkOrder(history, stored, byId),
      ...requests.problems,
      ...texts.problems,
    ],
    happenedUnseen: texts.happenedUnseen + requests.happenedUnseen,
  }
}

/** From the first revision to the head: no gap, no fork, each the child of the one before. */
function checkChain(
  { id: branch, headNumber, headRevision }: StoredBranch,
  all: readonly StoredRevision[],
): string[] {
  const chain = all
    .filter((revision) => revision.branch === branch)
    .toSorted((a, b) => a.number - b.number)
  const problems: string[] = []
  for (const [index, { id, number, parents }] of chain.entries()) {
    const parent = chain[index - 1]
    if (number !== index + 1) {
      problems.push(`revision ${id} of ${branch} is number ${number}`)
    }
    if (parent !== undefined && parents[0] !== parent.id) {
      problems.push(`revision ${number} comes from ${parents[0]}, not from ${parent.id}`)
    }
  }
  const last = chain.at(-1)
  if (last?.id !== headRevision || last.number !== headNumber) {
    problems.push(`the head is ${headNumber}, the last revision is ${last?.number}`)
  }
  return problems
}

/** Every acknowledged write is one revision of its own, with the parents it was answered with. */
function checkAnswers(
  done: readonly Done[],
  byId: ReadonlyMap<string, StoredRevision>,
): string[] {
  const owners = new Map<string, string>()
  return done.flatMap(({ mark, branch, answer }) => {
    const { revision: id, parents } = answer
    const stored = byId.get(id)
    const other = owners.get(id)
    owners.set(id, mark)
    if (other !== undefined) return [`${mark} and ${other} are both revision ${id}`]
    if (stored?.branch !== branch) return [`${mark} is lost: there is no revision ${id}`]
    const isSame = stored.parents.join() === parents.join()
    return isSame ? [] : [`${mark} was answered with parents ${parents.join()}`]
  })
}

/** `If-Match` lets through what comes right after its revision, and refuses only what does not. */
function checkGuards(
  writes: readonly WriteAttempt[],
  byId: ReadonlyMap<string, StoredRevision>,
  all: readonly StoredRevision[],
): string[] {
  const places = new Set(all.map(({ branch, number }) => `${branch} ${number}`))
  return writes.flatMap(({ mark, branch, onlyAfter, answer }) => {
    if (onlyAfter === undefined) return []
    const wanted = byId.get(onlyAfter)?.number ?? 0
    if (answer.outcome === 'done' && answer.parents[0] !== onlyAfter) {
      return [`${mark} was to follow ${onlyAfter} only, and follows ${answer.parents[0]}`]
    }
    const isRefused = answer.outcome === 'refused' && answer.status === 412
    return isRefused && !places.has(`${branch} ${wanted + 1}`)
      ? [`${mark} was refused though ${onlyAfter} is the head`]
      : []
  })
}
