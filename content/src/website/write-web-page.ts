import { mapDocument } from '#/document/walk.ts'
import { mapRefs } from '#/look/map-refs.ts'
import { joinPage } from '#/page/page-file.ts'
import { setAttributes } from '#/page/set-attributes.ts'
import { relativePath } from '#/repository/paths.ts'
import { write } from '#/write/write.ts'

import type { WebPage } from './read-web-page.ts'
import { webKey } from './web-key.ts'

/** Where things of a website are in the folder that it becomes. */
export interface WebPlaces {
  /** The path of the page itself. */
  readonly path: string
  /** The paths of pages and files by their keys. */
  readonly paths: ReadonlyMap<string, string>
}

/** The Markdown file of a page: links to what was imported with it lead there. */
export function writeWebPage(
  { title, description, document }: Pick<WebPage, 'title' | 'description' | 'document'>,
  { path, paths }: WebPlaces,
): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const placed = mapDocument(document, (node) => [
    mapRefs(node, ({ ref }) => {
      if (ref.kind !== 'url' || !/^https?:/.test(ref.url)) return ref
      const { hash } = new URL(ref.url)
      const target = paths.get(webKey(ref.url))
      if (target === undefined) return ref
      if (target === path && hash !== '') return { kind: 'anchor', anchor: hash.slice(1) }
      return { kind: 'url', url: relativePath(folder, target) + hash }
    }),
  ])
  const head = setAttributes('', {
    ...(title !== '' && { title }),
    ...(description !== undefined && { description }),
  })
  return joinPage(head, write(placed))
}
