import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { isSafePath } from '@lectern/content/repository/paths.ts'

import { Refusal } from '#/failure.ts'

export interface FoundFile {
  /** The path relative to the pushed folder, with forward slashes. */
  readonly path: string
  readonly place: string
}

interface Skipped {
  readonly path: string
  readonly why: string
}

export interface FoundFiles {
  readonly files: readonly FoundFile[]
  readonly skipped: readonly Skipped[]
}

/** The dot names that are pushed, as they belong to the content; others are often secret. */
const dotNames = new Set(['.gitbook', '.gitbook.yaml'])

/**
 * The files to push below a folder, and the skipped entries, in an order that only names decide.
 */
export async function walkFolder(folder: string): Promise<FoundFiles> {
  await requireFolder(folder)
  const files: FoundFile[] = []
  const skipped: Skipped[] = []

  async function walk(place: string, above: string): Promise<void> {
    const entries = await readdir(place, { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const at = `${above}${entry.name}`
      const why = reasonToSkip(entry, at)
      if (why !== undefined) skipped.push({ path: at, why })
      else if (entry.isDirectory()) await walk(path.join(place, entry.name), `${at}/`)
      else files.push({ path: at, place: path.join(place, entry.name) })
    }
  }
  await walk(folder, '')
  return { files, skipped }
}

function reasonToSkip(entry: Dirent, at: string): string | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link'
  if (!entry.isDirectory() && !entry.isFile()) return 'neither file nor folder'
  const kind = entry.isDirectory() ? 'folder' : 'file'
  if (entry.name === 'node_modules') return kind
  if (entry.name.startsWith('.') && !dotNames.has(entry.name)) return `hidden ${kind}`
  // A name that is not UTF-8 arrives with replacement characters, and such a file cannot be opened.
  if (!isSafePath(at) || entry.name.includes('\uFFFD')) return 'unusable name'
  return undefined
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (found === undefined) {
    throw new Refusal(
      'folder_missing',
      `There is no folder "${folder}". Check the path; it is seen from ${process.cwd()}.`,
    )
  }
  if (!found.isDirectory()) {
    throw new Refusal(
      'folder_missing',
      `"${folder}" is a file, and a folder is pushed. Give the folder it is in.`,
    )
  }
}
