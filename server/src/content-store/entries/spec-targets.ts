import type { EntryState } from './entry-state.ts'

const prefix = 'openapi:'

/** The slugs that OpenAPI specifications may have. */
const slugForm = /^[a-z0-9-]{1,100}$/

/**
 * What `targets` of an entry has for an OpenAPI specification that it shows, so that all entries
 * that show one are found; undefined for what can be no slug.
 */
export function specTarget(slug: string): string | undefined {
  const key = slug.toLowerCase()
  return slugForm.test(key) ? `${prefix}${key}` : undefined
}

export function isSpecTarget(target: string): boolean {
  return target.startsWith(prefix)
}

/** The targets of an entry with the specifications that its text shows, or that it is made of. */
export function withSpecTargets({
  links,
  attributes,
  targets,
}: Pick<EntryState, 'links' | 'attributes' | 'targets'>): readonly string[] | null {
  const slugs = (links ?? []).flatMap(({ ref }) =>
    ref.kind === 'openapi' ? [ref.spec] : [],
  )
  const specs = [...slugs, ...sourceSpecs(attributes['computed'])].flatMap(
    (slug) => specTarget(slug) ?? [],
  )
  const others = targets?.filter((target) => !isSpecTarget(target))
  if (specs.length === 0) return others ?? null
  return [...new Set([...(others ?? []), ...specs])].toSorted()
}

/** The slug of the specification that a source of any shape depends on, if it does. */
export function sourceSpecs(source: unknown): readonly string[] {
  let value = source
  for (const name of ['dependencies', 'spec', 'ref', 'spec']) {
    if (typeof value !== 'object' || value === null) return []
    value = new Map<string, unknown>(Object.entries(value)).get(name)
  }
  return typeof value === 'string' ? [value] : []
}
