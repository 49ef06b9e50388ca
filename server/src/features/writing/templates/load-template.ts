import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import {
  type ImportedEntry,
  readFiles,
  readTexts,
  type ReadText,
} from '#/features/writing/file-trees/public.ts'
import type { Services } from '#/platform/services.ts'
import type { DoneFor } from '#/platform/threads/threads.ts'

export const templateIds = [
  'blank',
  'product-docs',
  'api-reference',
  'knowledge-base',
  'changelog',
] as const

export interface Template {
  readonly id: string
  /** The entries, with ids that only tie them to each other and to their texts. */
  readonly entries: readonly ImportedEntry[]
  readonly texts: readonly ReadText[]
}

/** The folder of all templates: one folder for each, laid out like a Git repository. */
const folder = path.resolve(import.meta.dirname, '../../../../templates')
const loaded = new Map<string, Promise<Template>>()

/** A template by its id, read and parsed once in the life of the process. */
export async function loadTemplate(
  services: Pick<Services, 'threads'>,
  doneFor: DoneFor,
  id: string,
): Promise<Template | undefined> {
  // Only a listed template is looked for: the id comes from a caller, and would be part of a path.
  const known = templateIds.find((each) => each === id)
  if (known === undefined) return undefined
  const template = loaded.get(known) ?? readTemplate(services, doneFor, known)
  loaded.set(known, template)
  try {
    return await template
  } catch (error) {
    loaded.delete(known)
    throw error
  }
}

async function readTemplate(
  services: Pick<Services, 'threads'>,
  doneFor: DoneFor,
  id: string,
): Promise<Template> {
  const { entries, problems } = readFiles(await filesOf(id), new Map())
  for (const { path: file, message } of problems) {
    throw new Error(`The template "${id}" has a problem in ${file}: ${message}`)
  }
  const other = entries.find(({ kind }) => kind !== 'document' && kind !== 'group')
  if (other !== undefined) {
    throw new Error(`The template "${id}" may hold pages only, not a ${other.kind}`)
  }
  const pages = entries.filter(({ body }) => body !== undefined)
  return { id, entries, texts: await readTexts(services, doneFor, pages) }
}

async function filesOf(id: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  const root = path.join(folder, id)
  for (const found of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!found.isFile()) continue
    const file = path.join(found.parentPath, found.name)
    files.set(path.relative(root, file).replaceAll('\\', '/'), await readFile(file))
  }
  return files
}
