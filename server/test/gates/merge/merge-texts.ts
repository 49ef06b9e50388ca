import type { StoredContent, StoredRevision, WriteAttempt } from './merge-history.ts'
import { type ContentModel, joined, mergedPieces, type Pieces } from './merge-model.ts'

interface Texts {
  readonly problems: readonly string[]
  readonly happenedUnseen: number
}

/** Marks are `m<client>x<n>x`, so that none is the beginning of another. */
const markPattern = /\bm\d+x\d+x/g

/** Every edit is where its answer says, once; nobody's is taken away by somebody else's. */
export function checkTexts(
  writes: readonly WriteAttempt[],
  stored: StoredContent,
  { model, before }: { model: ContentModel; before: ReadonlySet<string> },
): Texts {
  const known = new Map(writes.map((write) => [write.mark, write]))
  const births: Births = new Map()
  const checking = { stored, model, known, births }
  const problems = stored.revisions
    .filter(({ id }) => !before.has(id))
    .flatMap((revision) => checkRevision(checking, revision))
  return {
    problems: [
      ...problems,
      ...checkBirths(writes, births),
      ...checkHead(stored, model),
      ...checkEnds(stored),
    ],
    happenedUnseen: writes.filter(
      ({ branch, mark, answer }) =>
        answer.outcome === 'unknown' && births.has(`${branch} ${mark}`),
    ).length,
  }
}

/** In which revision of its branch each mark appears first. */
type Births = Map<string, string>

interface Checking {
  readonly stored: StoredContent
  readonly model: ContentModel
  readonly known: ReadonlyMap<string, WriteAttempt>
  readonly births: Births
}

function checkRevision(checking: Checking, revision: StoredRevision): string[] {
  const { model, stored } = checking
  const { branch, number, type, parents } = revision
  const former = model.revisionAt(branch, number - 1)
  const other = model.byId.get(parents[1] ?? '')
  if (former === undefined) {
    const main = model.byId.get(parents[0] ?? '')
    const isBegun = branch !== stored.spaceId && main?.branch === stored.spaceId
    return isBegun && main.number === revision.mainNumber
      ? []
      : [`${revision.id} of ${branch} comes from nothing`]
  }
  if (type === 'edits') return checkEdit(checking, revision, former)
  if (other === undefined) return [`${type} ${revision.id} has no second parent`]
  return type === 'merge'
    ? checkMerge(checking, revision, { former, other })
    : checkUpdate(checking, revision, { former, other })
}

/** One edit brings its own mark and changes nothing else. */
function checkEdit(
  checking: Checking,
  revision: StoredRevision,
  former: StoredRevision,
): string[] {
  const { model, known } = checking
  const changes = revision.changed.map((page) => {
    const [now, was] = [model.piecesIn(revision, page), model.piecesIn(former, page)]
    return { now, was, newcomers: newMarks(now, was) }
  })
  const newcomers = changes.flatMap((each) => each.newcomers)
  const [mark = ''] = newcomers
  const write = known.get(mark)
  if (newcomers.length !== 1 || write === undefined) {
    const what = newcomers.join(' and ') || 'nothing of anybody'
    return [`revision ${revision.number} of ${revision.branch} brings ${what}`]
  }
  return [
    ...enter(checking, revision, mark),
    ...(write.branch === revision.branch
      ? []
      : [`${mark} was sent to ${write.branch} and is on ${revision.branch}`]),
    ...changes.flatMap(({ now, was }) => takenAway(write, now, was)),
  ]
}

/** What one write may change of a page. */
function takenAway({ effect, mark }: WriteAttempt, now: Pieces, was: Pieces): string[] {
  if (effect.on !== 'paragraph' || was === undefined) return []
  // The title is the first piece.
  const place = effect.place + 1
  return was.flatMap((piece, index) =>
    index === place || now?.[index] === piece ? [] : [`${mark} took away "${piece}"`],
  )
}

interface Sides {
  readonly former: StoredRevision
  readonly other: StoredRevision
}

/** The main branch takes in what a branch says, as it was in the end, and nothing else. */
function checkMerge(
  checking: Checking,
  revision: StoredRevision,
  { former, other }: Sides,
): string[] {
  const { model, known, stored } = checking
  const base = model.revisionAt(stored.spaceId, other.mainNumber ?? 0)
  if (base === undefined || revision.branch !== stored.spaceId) {
    return [`merge ${revision.id} does not come from a branch`]
  }
  const pages = new Set([...model.ownPages(other), ...revision.changed])
  const sides = { base, ours: other, theirs: former }
  return [...pages].flatMap((page) => {
    const marks = newMarks(model.piecesIn(revision, page), model.piecesIn(former, page))
    const strangers = marks.filter((mark) => known.get(mark)?.branch !== other.branch)
    return [
      ...checkPage(model, { revision, page }, sides),
      ...marks.flatMap((mark) => enter(checking, revision, mark)),
      ...strangers.map((mark) => `${mark} came in with ${other.branch}, not its own`),
    ]
  })
}

/** A branch keeps what it says and has everything else from the revision that it took in. */
function checkUpdate(
  { model, stored }: Checking,
  revision: StoredRevision,
  { former, other }: Sides,
): string[] {
  const base = model.revisionAt(stored.spaceId, former.mainNumber ?? 0)
  if (base === undefined || other.branch !== stored.spaceId) {
    return [`update ${revision.id} does not take in the main branch`]
  }
  const pages = new Set([...model.ownPages(former), ...model.ownPages(revision)])
  const sides = { base, ours: former, theirs: other }
  return [
    ...(revision.mainNumber === other.number
      ? []
      : [`update ${revision.id} reads ${revision.mainNumber}, not ${other.number}`]),
    ...[...pages].flatMap((page) => checkPage(model, { revision, page }, sides)),
  ]
}

type ThreeSides = Readonly<Record<'base' | 'ours' | 'theirs', StoredRevision>>

function checkPage(
  model: ContentModel,
  { revision, page }: { revision: StoredRevision; page: string },
  { base, ours, theirs }: ThreeSides,
): string[] {
  const found = joined(model.piecesIn(revision, page))
  const wanted = mergedPieces(
    model.piecesIn(base, page),
    model.piecesIn(ours, page),
    model.piecesIn(theirs, page),
  )
  const what = `${revision.type} ${revision.number} of ${revision.branch}`
  if (wanted === 'conflict') return [`${what} decided a conflict in ${page} by itself`]
  return joined(wanted) === found ? [] : [`${what} holds another text of ${page}`]
}

function enter({ births }: Checking, { branch, id }: StoredRevision, mark: string) {
  const key = `${branch} ${mark}`
  const isTwice = births.has(key)
  births.set(key, id)
  return isTwice ? [`${mark} happened twice`] : []
}

/** Titles count, because a new page is called by its mark. */
function marksOf(pieces: Pieces): string[] {
  return joined(pieces)?.match(markPattern) ?? []
}

function newMarks(now: Pieces, was: Pieces): string[] {
  const old = new Set(marksOf(was))
  return [...new Set(marksOf(now))].filter((mark) => !old.has(mark))
}

function checkBirths(writes: readonly WriteAttempt[], births: Births): string[] {
  return writes.flatMap(({ branch, mark, answer }) => {
    const born = births.get(`${branch} ${mark}`)
    if (answer.outcome === 'done' && born !== answer.revision) {
      return [
        `${mark} was acknowledged as ${answer.revision} and is in ${born ?? 'nothing'}`,
      ]
    }
    return answer.outcome === 'refused' && born !== undefined
      ? [`${mark} was refused with ${answer.status} and is in ${born}`]
      : []
  })
}

/** What is in the end of the main branch is there once. */
function checkHead({ spaceId, branches }: StoredContent, model: ContentModel): string[] {
  const main = branches.find(({ id }) => id === spaceId)
  const head = model.byId.get(main?.headRevision ?? '')
  if (head === undefined) return ['the main branch has no head']
  const all = model.ownPages(head).flatMap((page) => marksOf(model.piecesIn(head, page)))
  const twice = all.filter((mark, index) => all.indexOf(mark) !== index)
  return twice.map((mark) => `${mark} is in the head twice`)
}

/** A version ends where the next of its page begins, or where its branch has none of its own. */
function checkEnds({ spaceId, versions }: StoredContent): string[] {
  const pages = Map.groupBy(versions, ({ branch, page }) => `${branch} ${page}`)
  return [...pages.values()].flatMap((ofPage) => {
    const ordered = ofPage.toSorted((a, b) => a.from - b.from)
    return ordered.flatMap(({ branch, page, from, to }, index) => {
      const next = ordered[index + 1]?.from ?? null
      // Only a branch gives a page back to the main branch, until it says something of it again.
      const isGivenBack = branch !== spaceId && to !== null && to <= (next ?? Infinity)
      return to === next || isGivenBack
        ? []
        : [`number ${from} of ${page} on ${branch} ends at ${to}`]
    })
  })
}
