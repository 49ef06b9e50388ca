/** What a URL of the web app names, by the form of its path alone. */
export type AppPlace =
  | { readonly kind: 'organization' | 'collection' | 'unknown' }
  | { readonly kind: 'site'; readonly organizationId: string; readonly siteId: string }
  | {
      readonly kind: 'specification'
      readonly organizationId: string
      readonly slug: string
    }
  | {
      readonly kind: 'comparison'
      readonly slug: string
      readonly from: string
      readonly to: string
    }
  | { readonly kind: 'space' | 'page' | 'revision'; readonly spaceId: string }
  | { readonly kind: 'change request'; readonly spaceId: string; readonly number: string }

/** Whether a word is as ids are: what stands in a command must not be anything else. */
const isId = (word: string | undefined): word is string =>
  word !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(word)

/** The same of slugs of specifications, which may be longer. */
const isSlug = (word: string | undefined): word is string =>
  word !== undefined && /^[A-Za-z0-9-]{1,100}$/.test(word)

/** The place of `/o/…` and `/s/…`, from the decoded segments of the path. */
export function appPlaceOf([root, id, ...rest]: readonly string[]): AppPlace {
  if (!isId(id)) return { kind: 'unknown' }
  return root === 's' ? placeInSpace(id, rest) : placeInOrganization(id, rest)
}

function placeInSpace(spaceId: string, rest: readonly string[]): AppPlace {
  if (rest.length === 0) return { kind: 'space', spaceId }
  const [mark, kind, number] = rest
  if (mark !== '~') return { kind: 'page', spaceId }
  if (kind === 'changes' && isId(number)) {
    return { kind: 'change request', spaceId, number }
  }
  return { kind: kind === 'revisions' ? 'revision' : 'space', spaceId }
}

function placeInOrganization(organizationId: string, rest: readonly string[]): AppPlace {
  const [kind, id, part, from, to] = rest
  if (kind === 'sites' && isId(id)) return { kind: 'site', organizationId, siteId: id }
  if (kind === 'openapi' && isSlug(id)) {
    if (part === 'changes' && isId(from) && isId(to)) {
      return { kind: 'comparison', slug: id, from, to }
    }
    return { kind: 'specification', organizationId, slug: id }
  }
  if (kind === 'c') return { kind: 'collection' }
  return { kind: kind === undefined ? 'organization' : 'unknown' }
}
