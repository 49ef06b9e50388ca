import { pageHref, type Reading } from './reading.ts'

/** The address of the page of a space that shows the shared schemas of a specification. */
export function schemasPageHref(
  { place, revision }: Reading,
  spec: string,
): string | undefined {
  const page = revision.schemasPages.get(spec)
  return page && pageHref(place, revision, page)
}
