/** The target of a link, an image or a file block. */
export type ContentRef =
  | FileRef
  | UrlRef
  | { readonly kind: 'page'; readonly page: string; readonly space?: string }
  | {
      readonly kind: 'anchor'
      readonly anchor: string
      readonly page?: string
      readonly space?: string
    }
  | { readonly kind: 'user'; readonly user: string }
  | { readonly kind: 'collection'; readonly collection: string }
  | { readonly kind: 'space'; readonly space: string }
  | ReusableContentRef
  | OpenApiRef

export interface FileRef {
  readonly kind: 'file'
  readonly file: string
}

/** A URL, or a path as the Markdown has it until it is resolved against a page tree. */
export interface UrlRef {
  readonly kind: 'url'
  readonly url: string
}

export interface ReusableContentRef {
  readonly kind: 'reusable-content'
  readonly reusableContent: string
  readonly space?: string
}

export interface OpenApiRef {
  readonly kind: 'openapi'
  readonly spec: string
}

export type AssetRef = FileRef | UrlRef

const scheme = 'lectern:'

/** The keys of each kind with an id: the id first, then the keys that narrow it. */
const keysOfKind: Readonly<Record<string, readonly string[]>> = {
  file: ['file'],
  page: ['page', 'space'],
  anchor: ['anchor', 'page', 'space'],
  user: ['user'],
  collection: ['collection'],
  space: ['space'],
  'reusable-content': ['reusableContent', 'space'],
  openapi: ['spec'],
}

/**
 * The spelling of a reference in Markdown without a page tree: a path or URL as it is, `#anchor`,
 * and `lectern:page/<id>` for a target that has only an id.
 */
export function spellRef(ref: ContentRef): string {
  if (ref.kind === 'url') return ref.url
  const values = new Map(Object.entries(ref))
  const [idKey = '', ...moreKeys] = keysOfKind[ref.kind] ?? []
  const id = String(values.get(idKey))
  const more = moreKeys.filter((key) => values.get(key) !== undefined)
  if (ref.kind === 'anchor' && more.length === 0) return `#${id}`
  const query = more.map((key) => `${key}=${encodeURIComponent(String(values.get(key)))}`)
  return `${scheme}${ref.kind}/${[encodeURIComponent(id), ...query].join('?')}`
}

/** The inverse of `spellRef`; any other text is a `url`. */
export function readRef(spelling: string): ContentRef {
  if (spelling.startsWith('#') && spelling.length > 1) {
    return { kind: 'anchor', anchor: spelling.slice(1) }
  }
  const ref = spelling.startsWith(scheme)
    ? readId(spelling.slice(scheme.length))
    : undefined
  // A reference must spell back to the same bytes, so that a round trip changes nothing.
  return ref !== undefined && spellRef(ref) === spelling
    ? ref
    : { kind: 'url', url: spelling }
}

function readId(spelling: string): ContentRef | undefined {
  const [path = '', ...query] = spelling.split('?')
  const slash = path.indexOf('/')
  const kind = path.slice(0, Math.max(slash, 0))
  const [idKey, ...moreKeys] = keysOfKind[kind] ?? []
  if (idKey === undefined) return undefined
  const ref: Record<string, string> = { kind, [idKey]: decode(path.slice(slash + 1)) }
  for (const pair of query) {
    const equals = pair.indexOf('=')
    const key = pair.slice(0, Math.max(equals, 0))
    if (moreKeys.includes(key)) ref[key] = decode(pair.slice(equals + 1))
  }
  // `keysOfKind` holds exactly the keys that the type gives to this kind.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the line above
  return ref as unknown as ContentRef
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
