import type { Config } from '#/platform/config/config.ts'

export type AppPlace =
  | { readonly collectionId: string }
  | {
      readonly spaceId: string
      readonly changeRequestId: string | undefined
      readonly segments: readonly string[]
    }

/**
 * The content that a URL of the web app shows, by the form of its path; undefined for other URLs.
 */
export function appPlaceIn(
  { APP_URL, PUBLIC_URL }: Pick<Config, 'APP_URL' | 'PUBLIC_URL'>,
  text: string,
): AppPlace | undefined {
  const root = `${APP_URL ?? PUBLIC_URL}/`
  if (!text.startsWith(root)) return undefined
  const [path = ''] = text.slice(root.length).split(/[?#]/, 1)
  const [kind, id, ...rest] = decoded(path)
  if (kind === 'o' && rest[0] === 'c' && rest[1] !== undefined) {
    return { collectionId: rest[1] }
  }
  if (kind !== 's' || id === undefined) return undefined
  const isChange = rest[0] === '~' && rest[1] === 'changes'
  return isChange
    ? { spaceId: id, changeRequestId: rest[2], segments: rest.slice(3) }
    : { spaceId: id, changeRequestId: undefined, segments: rest }
}

function decoded(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return []
  }
}
