/** The most characters of a slug: slugs are in indexes, whose rows have a size limit. */
const slugLengthMax = 150

/** A slug that is short enough to be stored, without half a character or a dash at its end. */
export function boundedSlug(slug: string): string {
  if (slug.length <= slugLengthMax) return slug
  const cut = slug.slice(0, slugLengthMax).toWellFormed().replaceAll('\uFFFD', '')
  return cut.replace(/-$/, '')
}
