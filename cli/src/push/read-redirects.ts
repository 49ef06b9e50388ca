import { readFile } from 'node:fs/promises'

import {
  configPath,
  type ConfiguredRedirect,
  readRedirects,
} from '@lectern/content/repository/config.ts'
import { isMarkdown } from '@lectern/content/repository/paths.ts'
import { readRepository } from '@lectern/content/repository/read-repository.ts'
import type { Entry } from '@lectern/content/tree/entries.ts'
import { pathOf } from '@lectern/content/tree/tree.ts'

import type { FoundFiles } from './walk-folder.ts'

export interface WantedRedirect extends ConfiguredRedirect {
  /** The address of the page in the space; undefined where the file is no page. */
  readonly address: string | undefined
  /** Whether the folder has a page at the old path itself. */
  readonly isShadow: boolean
}

/** The redirects that the folder asks for in its `.gitbook.yaml`. */
export async function redirectsIn({
  files,
}: FoundFiles): Promise<readonly WantedRedirect[]> {
  const config = files.find(({ path }) => path === configPath)
  if (config === undefined) return []
  const asked = readRedirects(new Map([[configPath, await readFile(config.place)]]))
  if (asked.length === 0) return []
  const read = new Map<string, Uint8Array>()
  for (const { path, place } of files) {
    const isRead = isMarkdown(path) || path === configPath
    read.set(path, isRead ? await readFile(place) : new Uint8Array())
  }
  const { entries } = readRepository(read).tree
  const pages = [...entries.values()].filter(({ kind }) => kind === 'document')
  const addressOf = (page: Entry) => pathOf(page, (id) => entries.get(id))
  const addresses = new Set(pages.map(addressOf))
  return asked.map((redirect) => {
    const page = entries.get(`page:${redirect.path ?? ''}`)
    const address = page && addressOf(page)
    return { ...redirect, address, isShadow: addresses.has(redirect.from) }
  })
}
