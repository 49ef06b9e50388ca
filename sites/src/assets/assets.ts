import type { IconSet } from '#/icons/icon-set.ts'

/** Files that browsers load besides pages. Names hold a hash, so caches may keep them for ever. */
export interface Assets {
  /** Names of files, in their loading order. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly files: ReadonlyMap<string, AssetFile>
  /** The fonts among the files that settings of sites name. */
  readonly fonts: readonly FontFile[]
  /** The icons that authors name, which pages hold themselves. */
  readonly icons: IconSet
}

/** A part of a font: the characters of one subset in one style. */
export interface FontFile {
  /** The name of the file. */
  readonly name: string
  readonly family: string
  readonly subset: string
  readonly style: 'normal' | 'italic'
  /** One weight, or the least and the greatest of those in between. */
  readonly weight: string
  /** Its characters, as style sheets list them. */
  readonly range: string
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
  readonly fonts: readonly FontFile[]
}

/** The file with the icons, which the renderer reads and nobody is served. */
export const iconsName = 'icons.json'

export const manifestName = 'manifest.json'

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

export function contentTypeOf(name: string): string {
  return contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
