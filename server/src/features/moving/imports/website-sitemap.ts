const addressesMax = 5_000

/** The addresses in a sitemap, and those of further sitemaps. */
export function readSitemap(xml: string): {
  readonly pages: readonly string[]
  readonly sitemaps: readonly string[]
} {
  const found: string[] = []
  // Nothing but the content of these elements matters, and none of them holds another.
  for (const [, words = ''] of xml.matchAll(/<loc>([^<]{1,2048})<\/loc>/gi)) {
    found.push(decoded(words.trim()))
    if (found.length === addressesMax) break
  }
  const isIndex = /<sitemapindex[\s>]/i.test(xml.slice(0, 2000))
  return isIndex ? { pages: [], sitemaps: found } : { pages: found, sitemaps: [] }
}

const references: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (sign) => references[sign] ?? sign)
}
