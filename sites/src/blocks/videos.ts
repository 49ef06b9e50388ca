/** A video that a frame can play. */
export interface Video {
  /** The address of the frame, at one of `videoOrigins`. */
  readonly src: string
  readonly host: string
}

const youTube = 'https://www.youtube-nocookie.com'
const vimeo = 'https://player.vimeo.com'
const loom = 'https://www.loom.com'

/** The only hosts that a page may show in a frame. */
export const videoOrigins = [youTube, vimeo, loom] as const

/** The video at an address of a well-known host; undefined for any other address. */
export function videoAt(address: string): Video | undefined {
  const url = URL.parse(address)
  const isWeb = /^https?:$/u.test(url?.protocol ?? '') && url?.port === ''
  if (url === null || !isWeb) return undefined
  const src = frameOf(url)
  return src === undefined ? undefined : { src: src.href, host: src.hostname }
}

function frameOf(url: URL): URL | undefined {
  switch (url.hostname.replace(/^(?:www|m)\./u, '')) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return youTubeFrame(
        /^\/(?:embed|shorts|live)\/([^/]+)\/?$/u.exec(url.pathname)?.[1] ??
          (url.pathname === '/watch' ? url.searchParams.get('v') : undefined) ??
          '',
        url,
      )
    case 'youtu.be':
      return youTubeFrame(url.pathname.slice(1), url)
    case 'vimeo.com':
    case 'player.vimeo.com':
      return vimeoFrame(url)
    case 'loom.com':
      return loomFrame(url)
    default:
      return undefined
  }
}

function youTubeFrame(id: string, url: URL): URL | undefined {
  if (!/^[\w-]{11}$/u.test(id)) return undefined
  const frame = new URL(`/embed/${id}?autoplay=1`, youTube)
  const from = url.searchParams.get('start') ?? url.searchParams.get('t') ?? ''
  const seconds = /^(\d{1,6})s?$/u.exec(from)?.[1]
  if (seconds !== undefined) frame.searchParams.set('start', seconds)
  return frame
}

function vimeoFrame(url: URL): URL | undefined {
  const path = /^\/(?:video\/)?(\d{1,12})(?:\/([\da-f]{1,20}))?\/?$/u.exec(url.pathname)
  if (path === null) return undefined
  const [, id = '', inPath] = path
  const frame = new URL(`/video/${id}?autoplay=1&dnt=1`, vimeo)
  // Videos that are not listed need this word of their address.
  const word = inPath ?? url.searchParams.get('h') ?? ''
  if (/^[\da-f]{1,20}$/u.test(word)) frame.searchParams.set('h', word)
  return frame
}

function loomFrame(url: URL): URL | undefined {
  const id = /^\/(?:share|embed)\/([\da-f]{32})\/?$/u.exec(url.pathname)?.[1]
  return id === undefined ? undefined : new URL(`/embed/${id}?autoplay=1`, loom)
}
