import { readRef } from '#/document/references.ts'
import type { AssetRef, ReusableContentRef, UrlRef } from '#/document/references.ts'

/** The target of an image, a file or an API block: always a file or an address. */
export function assetRef(spelling: string): AssetRef {
  const ref = readRef(spelling)
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url: spelling }
}

const reusablePath = '/reusable-content/'

/** The target of an `include`: a reusable content by its id, or a file. */
export function includeRef(spelling: string): ReusableContentRef | UrlRef {
  if (spelling.startsWith(reusablePath) && spelling.length > reusablePath.length) {
    return {
      kind: 'reusable-content',
      reusableContent: spelling.slice(reusablePath.length),
    }
  }
  const ref = readRef(spelling)
  return ref.kind === 'reusable-content' ? ref : { kind: 'url', url: spelling }
}
