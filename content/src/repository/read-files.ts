import { splitInclude } from '#/page/page-file.ts'
import type { RepositoryConfig } from './config.ts'
import { takeText, type ContentBuilder } from './content-builder.ts'
import { isMarkdown, nameOf, withoutExtension } from './paths.ts'
import { words } from './structure.ts'

export const assetsFolder = '.gitbook/assets/'
export const includesFolder = '.gitbook/includes/'

/** Matches files that pages show or people upload; others beside the pages are not for readers. */
const media = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|mp3|wav|ogg|pdf)$/i

/** Adds entries for reusable contents and files. A file that is already a page is skipped. */
export function addFiles(root: string, builder: ContentBuilder): void {
  // A space in a folder of a repository also uses the shared files at the top.
  const roots = root === '' ? [''] : [root, '']
  for (const path of builder.files.keys()) {
    if (builder.used.has(path)) continue
    if (isIn(path, roots, includesFolder) && isMarkdown(path)) addInclude(path, builder)
    else if (isFile(path, root, roots)) addFile(path, builder)
  }
}

/**
 * Adds a file for each Markdown file that the summary does not list: it is no page, but a push or
 * an export must not lose it.
 */
export function addUnlisted(
  { root, summaryPath }: RepositoryConfig,
  builder: ContentBuilder,
): void {
  for (const path of builder.files.keys()) {
    if (builder.used.has(path) || path === summaryPath) continue
    if (!path.startsWith(root) || !isMarkdown(path)) continue
    if (/(?:^|\/)(?:\.|node_modules\/)/.test(path)) continue
    addFile(path, builder)
    const message = 'Not in the summary: kept as a file, not shown as a page'
    builder.problems.push({ kind: 'unlisted-page', path, message })
  }
}

function isFile(path: string, root: string, roots: readonly string[]): boolean {
  if (isIn(path, roots, assetsFolder)) return true
  const inside = path.startsWith(root) ? path.slice(root.length) : '.'
  return media.test(inside) && !inside.split('/').some((part) => part.startsWith('.'))
}

function isIn(path: string, roots: readonly string[], folder: string): boolean {
  return roots.some((root) => path.startsWith(root + folder))
}

function addInclude(path: string, builder: ContentBuilder): void {
  const page = takeText(builder, path, splitInclude)
  if (page === undefined) return
  const id = builder.identify(`reusable-content:${path}`)
  const title = page.title ?? words(withoutExtension(nameOf(path)))
  const { head, body } = page
  if (page.attributes.condition !== undefined) {
    builder.problems.push({ kind: 'bad-condition', path, message: unconditional })
  }
  const stand = { parent: null, position: '' }
  builder.entries.set(id, {
    id,
    kind: 'reusable-content',
    ...stand,
    attributes: { title },
    head,
    body,
  })
  builder.places.set(id, { path })
}

const unconditional =
  'A reusable content has no condition: "if" in its front matter has no effect, and whoever sees a page sees what it includes. Write {% if … %} around the text instead.'

function addFile(path: string, builder: ContentBuilder): void {
  const bytes = builder.files.get(path)
  if (bytes === undefined) return
  builder.used.add(path)
  const id = builder.identify(`file:${path}`)
  const name = nameOf(path)
  const attributes = { name, size: bytes.length }
  builder.entries.set(id, { id, kind: 'file', parent: null, position: '', attributes })
  builder.places.set(id, { path, bytes })
}
