import { setAttributes } from '@lectern/content/page/set-attributes.ts'

import type { EntryState } from '#/content-store/entries/public.ts'
import {
  attributesOfPlanned,
  type Group,
  groupSourceOf,
  loadGroups,
  type MadeBody,
  type PageOfGroup,
  readPlanned,
  sourceProblem,
} from '#/features/writing/computed-pages/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { invalidChange } from './content-edit-errors.ts'
import type { ChangeOf, NamedChange } from './named-changes.ts'
import { plainTitle } from './page-metadata.ts'
import type { Prepared } from './prepare-bodies.ts'
import type { ContentToEdit } from './resolve-content.ts'

/** A group of computed pages that a change inserts, all but its place. */
export interface NewGroup {
  readonly specId: string
  /** The root, then parents before the pages in them. */
  readonly entries: readonly EntryState[]
}

export interface NewGroups {
  /** By the index of the change. */
  readonly groups: ReadonlyMap<number, NewGroup>
  /** The texts of their pages, by entry. */
  readonly prepared: ReadonlyMap<string, Prepared>
}

/** The most computed pages that one request inserts. */
const pagesMax = 2_000

type Insertion = NamedChange & { readonly change: ChangeOf<'insert_computed'> }

/** Makes the pages of every group that the changes insert, or refuses the first that cannot be. */
export async function prepareGroups(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  { branch: { organizationId }, actor }: Pick<ContentToEdit, 'branch' | 'actor'>,
  changes: readonly NamedChange[],
): Promise<NewGroups> {
  const insertions = changes.filter(isInsertion)
  const sources = insertions.map(sourceIn)
  // Guests see no specification, so that for them there is none.
  const found =
    actor.organizationRole === null
      ? []
      : await loadGroups({ db, threads }, { organizationId }, sources)
  const known = insertions.map(({ index }, place) => {
    const group = found[place]
    if (group === undefined) throw unknownSpec(index, sources[place]?.spec ?? '')
    if (group.more > 0) throw tooManyPages(index, group)
    return { index, group }
  })
  const pages = known.flatMap(({ group }) => group.pages)
  const [first] = insertions
  if (first !== undefined && pages.length > pagesMax) {
    throw invalidChange(first.index, `and others insert over ${pagesMax} pages together`)
  }
  const bodies = await readPlanned(threads, { organizationId }, pages)
  const groups = new Map<number, NewGroup>()
  const prepared = new Map<string, Prepared>()
  for (const [place, insertion] of insertions.entries()) {
    const { index, group } = known[place] ?? {}
    if (index === undefined || group === undefined) continue
    const entries = entriesOf(group, insertion)
    groups.set(index, { specId: group.specId, entries })
    for (const [at, { id }] of entries.entries()) {
      const body = bodies.get(group.pages[at]?.documentId ?? '')
      if (body !== undefined) prepared.set(id, preparedOf(body))
    }
  }
  return { groups, prepared }
}

/** A text that was made from a plan, as the preparation of an edit. */
export function preparedOf(body: MadeBody): Prepared {
  return { outcome: { body }, from: {} }
}

function isInsertion(named: NamedChange): named is Insertion {
  return named.change.operation === 'insert_computed'
}

function sourceIn({ index, change: { computed } }: Insertion) {
  const problem = sourceProblem(computed)
  const source = groupSourceOf(computed)
  if (source === undefined) throw invalidChange(index, problem ?? 'has no source')
  return source
}

function unknownSpec(index: number, spec: string) {
  return invalidChange(
    index,
    `names the OpenAPI specification "${spec}", which the organization does not have; publish it first`,
  )
}

function tooManyPages(index: number, { source, pages, more }: Group) {
  return invalidChange(
    index,
    `names the OpenAPI specification "${source.spec}", which makes ${pages.length + more} pages, of which only ${pages.length} have room; give it fewer tags`,
  )
}

/** The entries of a group, with what the change says of its root. */
function entriesOf(
  { pages, source }: Group,
  { change, made }: Insertion,
): readonly EntryState[] {
  const [root = ''] = made
  const ids = new Map<string | null, string>([[null, '']])
  return pages.map((page): EntryState => {
    const id = page.parent === null ? root : newId()
    ids.set(page.key, id)
    const entry = plannedEntry(page, { id, root, source })
    const parentId = ids.get(page.parent) ?? ''
    return page.parent === null
      ? withLooks({ ...entry, parentId }, change)
      : { ...entry, parentId }
  })
}

interface Named {
  readonly id: string
  readonly root: string
  readonly source: Group['source']
}

/** A page as its plan gives it, without a place. */
export function plannedEntry(page: PageOfGroup, { id, root, source }: Named): EntryState {
  const { documentId, head, slug, title } = page
  return {
    id,
    kind: 'document',
    parentId: '',
    position: '',
    slug,
    title,
    attributes: attributesOfPlanned({ page, root, source, documentId }),
    head,
    documentId,
    links: null,
    targets: null,
  }
}

/** The root as the change wants it to look. */
function withLooks(
  entry: EntryState,
  { title, emoji, icon, hidden, noIndex, noRobotsIndex }: Insertion['change'],
): EntryState {
  const said = {
    ...(icon !== undefined && icon !== null && { icon }),
    ...(hidden !== undefined && { hidden }),
    ...(noIndex !== undefined && { noIndex }),
    ...(noRobotsIndex !== undefined && { noRobotsIndex }),
  }
  const plain = title === undefined ? entry.title : plainTitle(title)
  const named = plain === '' ? {} : { title: plain }
  return {
    ...entry,
    ...named,
    head: setAttributes(entry.head ?? '', { ...said, ...named }),
    attributes: {
      ...entry.attributes,
      ...said,
      ...(emoji !== undefined && emoji !== null && { emoji }),
    },
  }
}
