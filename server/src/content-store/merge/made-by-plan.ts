import { type EntryRow, sorted } from '#/content-store/entries/public.ts'

type Rows = ReadonlyMap<string, EntryRow>

interface Three {
  readonly base: Rows
  readonly ours: Rows
  readonly theirs: Rows
}

/** What pages keep of the specification that they show; the newest of it holds, and nobody is asked. */
const names = ['computedSeed', 'planned', 'shown'] as const

/**
 * The sides of a merge in which pages that followed their specification in the main content conflict
 * with nothing: the branch has what the main content knows of the specification; a page that the
 * branch deleted counts as unchanged if only its plan changed it, and so does what the branch wrote.
 */
export function withoutPlans({ base, ours, theirs }: Three): Three {
  const settled = { base: new Map(base), ours: new Map(ours), theirs: new Map(theirs) }
  for (const [id, its] of theirs) {
    const was = base.get(id)
    const mine = ours.get(id)
    if (was === undefined) continue
    const isMade = isAsPlanned(was) && isAsPlanned(its)
    if (mine === undefined) {
      if (isMade) settled.base.set(id, its)
    } else if (mine !== was) {
      settled.ours.set(id, withNewest({ was, mine, its }))
      if (isMade) settled.theirs.set(id, withoutWritten({ was, mine, its }))
    }
  }
  return settled
}

function withNewest({ was, mine, its }: Record<'was' | 'mine' | 'its', EntryRow>) {
  const attributes = new Map(Object.entries(mine.attributes))
  for (const name of names) {
    const value = its.attributes[name]
    if (sorted(value) === sorted(was.attributes[name])) continue
    if (value === undefined) attributes.delete(name)
    else attributes.set(name, value)
  }
  return { ...mine, attributes: Object.fromEntries(attributes) }
}

/** The page as its plan made it, without what the branch has of its own: that holds. */
function withoutWritten({ was, mine, its }: Record<'was' | 'mine' | 'its', EntryRow>) {
  const isRewritten = mine.document_id !== was.document_id
  const isRenamed = mine.title !== was.title && its.title !== was.title
  if (!isRewritten && !isRenamed) return its
  const { title, head } = was
  const attributes = new Map(Object.entries(its.attributes))
  const description = was.attributes['description']
  if (description === undefined) attributes.delete('description')
  else attributes.set('description', description)
  return {
    ...its,
    title,
    head,
    attributes: Object.fromEntries(attributes),
    ...(isRewritten && { document_id: was.document_id }),
  }
}

/** Whether the text of a page is the one that its plan gave last. */
function isAsPlanned({ attributes, document_id: documentId }: EntryRow): boolean {
  const { computedSeed: seed } = attributes
  return (
    typeof seed === 'string' && documentId !== null && seed.startsWith(`${documentId}.`)
  )
}
