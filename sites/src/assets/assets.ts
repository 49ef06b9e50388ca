/** What browsers load besides pages. Names carry the hash of their bytes: they can be kept for ever. */
export interface Assets {
  /** Names, in the order in which they are to be loaded. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly files: ReadonlyMap<string, AssetFile>
}

export interface AssetFile {
  readonly body: Buffer
  readonly contentType: string
}

/** Written beside the built files. */
export interface Manifest {
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly files: readonly string[]
}

export const manifestName = 'manifest.json'

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
}

export function contentTypeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
