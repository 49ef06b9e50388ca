import { positionBetween } from '@lectern/content/tree/positions.ts'

import { mainBranch, type OfBranch } from '#/content-store/branches/public.ts'
import {
  anchorHashes,
  documentIdOf,
  readBodies,
} from '#/content-store/documents/public.ts'
import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import { commitRevision, type RevisionToStore } from '#/content-store/write/public.ts'

import type { TestApi } from './test-api.ts'

/** An entry as a test says it; what it does not say stays as it was, or is made up. */
export interface TestEntry extends Partial<Omit<EntryState, 'documentId' | 'parentId'>> {
  readonly id: string
  readonly parent?: string
  readonly markdown?: string
}

interface TestChanges {
  readonly type?: RevisionToStore['type']
  readonly remove?: readonly string[]
  /** What a branch changed and reads through to the main branch again. */
  readonly dropped?: readonly string[]
  readonly otherParent?: string
  /** Whether the document JSON is left to be made when it is read. */
  readonly isProjected?: boolean
}

export interface TestWriter {
  readonly spaceId: string
  readonly revisionId: () => string
  readonly head: () => TestHead
  /** What the entries were last written as. */
  readonly states: ReadonlyMap<string, EntryState>
  /** Writes a revision and gives its id. */
  readonly commit: (
    entries: readonly TestEntry[],
    changes?: TestChanges,
  ) => Promise<string>
}

export type TestContent = TestWriter

interface TestHead {
  readonly number: number
  readonly revisionId: string
}

/** An empty space, and a way to write revisions of it without going through the API. */
export async function createContent(
  api: TestApi,
  title = 'Handbook',
): Promise<TestContent> {
  const spaces = `/orgs/${api.organization}/spaces`
  const { body: space } = await api.as('admin').post(spaces, { title, empty: true })
  const branch = mainBranch(api.organization, space.id)
  return writerOf(api, () => branch, { number: 1, revisionId: String(space.revision) })
}

/** A way to write revisions of a branch. `known` is what the entries are before. */
export function writerOf(
  api: TestApi,
  branch: () => OfBranch,
  begun: TestHead,
  known: ReadonlyMap<string, EntryState> = new Map(),
): TestWriter {
  const states = new Map(known)
  let head = begun
  const places = [...known.values()].map(({ position: place }) => place).toSorted()
  let position = positionBetween(places.at(-1), undefined)

  return {
    spaceId: branch().spaceId,
    revisionId: () => head.revisionId,
    head: () => head,
    states,
    async commit(
      given,
      { type = 'edits', remove = [], isProjected = true, ...others } = {},
    ) {
      const entries = given.map((entry) => {
        position = positionBetween(position, undefined)
        const state = stateOf(entry, states.get(entry.id), position)
        return { ...state, isNew: !states.has(state.id) }
      })
      const revision = {
        head,
        type,
        createdBy: api.users.admin,
        documents: await documentsOf(api, given, isProjected),
        entries,
        gone: remove.map((id) => ({ id, kind: states.get(id)?.kind ?? 'document' })),
        oldNames: entries.flatMap((entry) => oldNamesOf(entry, states.get(entry.id))),
      }
      const { number, revisionId } = await api.services.db.transaction(async (tx) =>
        commitRevision(tx, branch(), { ...revision, ...others }),
      )
      for (const { isNew: _isNew, ...state } of entries) states.set(state.id, state)
      for (const id of remove) states.delete(id)
      head = { number, revisionId }
      return revisionId
    },
  }
}

function stateOf(
  { parent, markdown, ...given }: TestEntry,
  before: EntryState | undefined,
  position: string,
): EntryState {
  const kind = given.kind ?? before?.kind ?? 'document'
  const hasSlug = kind === 'document' || kind === 'group'
  return {
    slug: hasSlug ? given.id.toLowerCase() : null,
    title: given.id,
    attributes: {},
    head: null,
    documentId: null,
    parentId: '',
    position: isPageKind(kind) ? position : '',
    targets: [],
    ...before,
    links: [],
    ...given,
    kind,
    ...(parent !== undefined && { parentId: parent }),
    ...(markdown !== undefined && { documentId: documentIdOf(markdown) }),
  }
}

async function documentsOf(
  { services, organization: organizationId }: TestApi,
  entries: readonly TestEntry[],
  isProjected: boolean,
) {
  const texts = entries.flatMap(({ markdown }) =>
    markdown === undefined ? [] : [markdown],
  )
  const read = isProjected
    ? await services.threads.run({ organizationId }, readBodies, texts)
    : []
  return texts.map((markdown, index) => {
    const { projection, anchors } = read[index] ?? {}
    return {
      id: documentIdOf(markdown),
      markdown,
      projection: projection === undefined ? null : Buffer.from(projection),
      ...(anchors && { anchors: anchorHashes(anchors) }),
    }
  })
}

function oldNamesOf({ id, slug, parentId }: EntryState, before: EntryState | undefined) {
  const isSame = before?.slug === slug && before.parentId === parentId
  if (before === undefined || before.slug === null || isSame) return []
  return [{ parentId: before.parentId, slug: before.slug, entryId: id }]
}
