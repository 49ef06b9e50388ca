import type { ContentRef } from '@lectern/content/document/references.ts'
import {
  type Resolution,
  resolveRef,
  type Targets,
} from '@lectern/content/look/resolve-ref.ts'

import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import { isStorable } from '#/platform/database/storable-json.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { addressOfFile, pathOfNamed } from './page-files.ts'
import {
  type DraftOfPages,
  type NamedRow,
  selectByName,
  selectExisting,
  selectFirstPage,
  selectPagesAt,
  selectPagesOfFiles,
} from './target-queries.ts'

/** The references of an entry that is about to be written, and the file that they start from. */
export interface RefsToResolve {
  readonly id: string
  readonly isPage: boolean
  readonly file: string
  readonly refs: readonly ContentRef[]
  /** The conditions of the blocks around each of the references. */
  readonly conditions: readonly (readonly string[])[]
  /** The anchors of the page itself. */
  readonly anchors: ReadonlySet<string>
}

/** The differences between the head and the revision that is about to be written. */
export interface DraftOfTargets {
  readonly pages: DraftOfPages
  /** Files and reusable contents that are new or changed. */
  readonly named: readonly NamedRow[]
  /** The ids that are in the new revision and not in the head. */
  readonly made: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

export interface ResolvedLinks {
  readonly links: readonly StoredLink[]
  readonly targets: readonly string[]
}

/** Resolves references for the revision that is about to be written, a statement per kind. */
export async function resolveLinks(
  db: Queryable,
  branch: OfBranch,
  bodies: readonly RefsToResolve[],
  { draft, appUrls }: { draft: DraftOfTargets; appUrls: readonly string[] },
): Promise<ReadonlyMap<string, ResolvedLinks>> {
  const asked = newQuestions()
  for (const body of bodies) {
    for (const ref of body.refs) resolve(body, ref, asking(asked), appUrls)
  }
  const targets = await answers(db, branch, asked, draft)
  return new Map(
    bodies.map((body) => {
      const known = new Map<string, Resolution>()
      const resolutions = body.refs.map((ref) => {
        const key = JSON.stringify(ref)
        const found = known.get(key) ?? resolve(body, ref, targets, appUrls)
        known.set(key, found)
        return found
      })
      const links = resolutions.map((found, index) =>
        storedLink(found, body.conditions[index]),
      )
      const ids = resolutions.flatMap(({ target }) => idsIn(target))
      return [body.id, { links, targets: [...new Set(ids)].toSorted() }]
    }),
  )
}

/** The part of a resolution that is stored, with the conditions around the reference. */
export function storedLink(
  { ref, status, target }: Resolution,
  conditions: readonly string[] = [],
): StoredLink {
  const saysTarget = target === undefined || ref.kind !== 'url'
  return {
    ref,
    status,
    ...(!saysTarget && { target }),
    ...(conditions.length > 0 && { conditions }),
  }
}

/** The ids in a reference's target. */
export function idsIn(ref: ContentRef | undefined): readonly string[] {
  if (ref === undefined) return []
  const values = new Map<string, unknown>(Object.entries(ref))
  return ['page', 'file', 'reusableContent', 'space', 'collection', 'user'].flatMap(
    (key) => {
      const value = values.get(key)
      return typeof value === 'string' ? [value] : []
    },
  )
}

function resolve(
  { id, isPage, file, anchors }: RefsToResolve,
  ref: ContentRef,
  targets: Targets,
  appUrls: readonly string[],
): Resolution {
  return resolveRef(
    ref,
    { file, appUrls, ...(isPage && { page: id }) },
    // Anchors of other pages come and go without this page being written: lists of links look.
    {
      ...targets,
      hasAnchor: (page, anchor) => (page === id ? anchors.has(anchor) : undefined),
    },
  )
}

interface Questions {
  readonly files: Set<string>
  readonly addresses: Set<string>
  readonly names: Set<string>
  includes: boolean
  /** Pairs of a space, empty for the page's own, and an entry. */
  readonly entries: Map<string, readonly [string, string]>
  readonly ids: Set<string>
}

function newQuestions(): Questions {
  return {
    files: new Set(),
    addresses: new Set(),
    names: new Set(),
    includes: false,
    entries: new Map(),
    ids: new Set(),
  }
}

/** Targets that find nothing and record each question: the resolver decides what to look up. */
function asking(asked: Questions): Targets {
  const page = (address: string | undefined) => {
    if (address !== undefined && isStorable(address)) asked.addresses.add(address)
    return undefined
  }
  return {
    pageByFile: (path) => {
      if (isStorable(path)) asked.files.add(path)
      return page(addressOfFile(path))
    },
    pageByAddress: page,
    fileByPath: (path) => {
      if (isStorable(path)) asked.names.add(path.slice(path.lastIndexOf('/') + 1))
      return undefined
    },
    reusableContentByPath: (path) => {
      asked.includes ||= path.endsWith('.md')
      return undefined
    },
    has: (ref) => {
      if (!idsIn(ref).every(isStorable)) return true
      const entry = entryIn(ref)
      if (entry !== undefined) asked.entries.set(entry.join(' '), entry)
      else for (const id of idsIn(ref)) asked.ids.add(id)
      return true
    },
  }
}

function entryIn(ref: ContentRef): readonly [string, string] | undefined {
  const space = 'space' in ref ? (ref.space ?? '') : ''
  if (ref.kind === 'page') return [space, ref.page]
  if (ref.kind === 'anchor' && ref.page !== undefined) return [space, ref.page]
  if (ref.kind === 'file') return ['', ref.file]
  return ref.kind === 'reusable-content' ? [space, ref.reusableContent] : undefined
}

async function answers(
  db: Queryable,
  branch: OfBranch,
  asked: Questions,
  draft: DraftOfTargets,
): Promise<Targets> {
  const asksFirst = asked.addresses.delete('')
  const shape = shapeOf(branch)
  const [byFile, at, first, named, existing] = await Promise.all([
    asked.files.size === 0
      ? []
      : db.many(selectPagesOfFiles(shape), { ...branch, files: [...asked.files] }),
    asked.addresses.size === 0
      ? []
      : db.many(selectPagesAt(shape), {
          ...branch,
          ...draft.pages,
          addresses: [...asked.addresses],
        }),
    asksFirst ? db.first(selectFirstPage(shape), branch) : undefined,
    asked.names.size === 0 && !asked.includes
      ? []
      : db.many(selectByName(shape), {
          ...branch,
          names: [...asked.names],
          includes: asked.includes,
        }),
    existingAmong(db, branch, asked),
  ])
  const imported = new Map(
    byFile.filter(({ id }) => !draft.gone.has(id)).map(({ file, id }) => [file, id]),
  )
  const pages = new Map(at.map(({ address, id }) => [address, id]))
  if (first !== undefined) pages.set('', first.id)
  const paths = pathsOf(named, draft)
  const byPath = (kind: string) => (path: string) => paths.get(`${kind} ${path}`)
  return {
    pageByFile: (path) => imported.get(path) ?? pages.get(addressOfFile(path) ?? '\0'),
    pageByAddress: (address) => pages.get(address),
    fileByPath: byPath('file'),
    reusableContentByPath: byPath('reusable-content'),
    has: (ref) => {
      const entry = entryIn(ref)
      if (entry === undefined) {
        return idsIn(ref).every((id) => existing.has(`${ref.kind} ${id}`))
      }
      const [space, id] = entry
      if (space === '' || space === branch.spaceId) {
        return !draft.gone.has(id) && (draft.made.has(id) || existing.has(`entry ${id}`))
      }
      return existing.has(`entry ${space} ${id}`)
    },
  }
}

async function existingAmong(
  db: Queryable,
  branch: OfBranch,
  { entries, ids }: Questions,
): Promise<ReadonlySet<string>> {
  if (entries.size === 0 && ids.size === 0) return new Set()
  const { spaceId } = branch
  const pairs = [...entries.values()]
  const rows = await db.many(selectExisting(shapeOf(branch)), {
    ...branch,
    spaceIds: pairs.map(([space]) => (space === '' ? spaceId : space)),
    entryIds: pairs.map(([, id]) => id),
    ids: [...ids],
  })
  return new Set(
    rows.map(({ what, scope, id }) =>
      what === 'entry' && scope !== spaceId ? `entry ${scope} ${id}` : `${what} ${id}`,
    ),
  )
}

/** The ids of files and reusable contents by path; rows of the draft replace the stored ones. */
function pathsOf(
  stored: readonly NamedRow[],
  { named, gone }: DraftOfTargets,
): ReadonlyMap<string, string> {
  const changed = new Set(named.map(({ id }) => id))
  const kept = stored.filter(({ id }) => !changed.has(id) && !gone.has(id))
  const paths = new Map<string, string>()
  for (const each of [...kept, ...named]) {
    const key = `${each.kind} ${pathOfNamed(each)}`
    if (!paths.has(key)) paths.set(key, each.id)
  }
  return paths
}
