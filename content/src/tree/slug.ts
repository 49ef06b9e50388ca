/** The slug of a page, made from its title: lower case, letters and digits of any script. */
export function slugify(title: string): string {
  return orPage(
    fold(title)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-'),
  )
}

/**
 * The slug of a page from its file name. Characters that are safe in an address stay, so that the
 * addresses of a site that was published from these files remain valid.
 */
export function slugOfFile(name: string): string {
  return orPage(fold(name).replaceAll(/[^\p{L}\p{N}\p{M}._+~]+/gu, '-'))
}

/** A function that makes slugs unique by a number: `page`, `page-1`, `page-2`. */
export function uniqueSlugs(): (slug: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (slug) => {
    let unique = slug
    for (let number = next.get(slug) ?? 1; taken.has(unique); number++) {
      unique = `${slug}-${number}`
      next.set(slug, number + 1)
    }
    taken.add(unique)
    return unique
  }
}

/** Takes accents from Latin, Greek and Cyrillic letters; marks of other scripts have meaning. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
}

function orPage(slug: string): string {
  let start = 0
  let end = slug.length
  while (slug[start] === '-') start++
  while (end > start && slug[end - 1] === '-') end--
  const trimmed = slug.slice(start, end)
  return trimmed === '' || /^\.+$/.test(trimmed) ? 'page' : trimmed
}
