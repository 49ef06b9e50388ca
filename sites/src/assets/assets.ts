/** Files that browsers load besides pages. Names hold a hash, so caches may keep them for ever. */
export interface Assets {
  /** Names of files, in their loading order. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly files: ReadonlyMap<string, AssetFile>
}

export interface AssetFile {
  readonly body: Buffer
  readonly contentType: string
}

/** The list of assets that the build writes beside the files. */
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
