import type { Tools } from './tools.ts'
import { plain, type Produced, type Visit } from './visit.ts'

/**
 * Answers with a drawing of a diagram. Its name is signed for the site, so that readers get only
 * what some page of it shows, and it is an image alone: it runs and loads nothing, even by itself.
 */
export async function answerDiagram(
  { diagrams }: Tools,
  { held: { site } }: Visit,
  name: string,
): Promise<Produced> {
  const { organizationId, siteId } = site.scope
  const found = diagrams.read(siteId, name)
  const isShown = site.siteSpaces.some(
    ({ siteSpace }) => siteSpace.space.id === found?.spaceId,
  )
  const { spaceId, id, theme } = found ?? {}
  const svg =
    isShown && spaceId !== undefined && id !== undefined && theme !== undefined
      ? await diagrams.drawing({ organizationId, spaceId }, id, theme)
      : undefined
  if (svg === undefined) return plain(404, 'There is no such diagram.')
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': 'public, max-age=86400',
      vary: 'accept-encoding',
    },
    body: svg,
    isCacheable: false,
  }
}
