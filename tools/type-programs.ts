import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { readSources, root } from '../server/test/guards/source-files.ts'

/** Folders with a `tsconfig.json`. The main program is last: it reads their declarations. */
export const typePrograms = ['sites', 'sites/test/in-page', '.']

const reachesAll = /^\s*declare (?:module|global)\b|^\/\/\/\s*<reference\b/m

/**
 * A digest of every file that affects files which do not import it. TypeScript 7.0 follows imports
 * alone: after a change to one of these, an incremental check overlooks errors in other files.
 */
export async function ambientDigest(): Promise<string> {
  const hash = createHash('sha256')
  // The installed packages, if npm installed them.
  const installed = path.join(root, 'node_modules/.package-lock.json')
  hash.update(await readFile(installed).catch(() => ''))
  for (const file of await readSources(/\.tsx?$|^tsconfig\.json$/)) {
    if (/\.d\.ts$|\.json$/.test(file.path) || reachesAll.test(file.text)) {
      hash.update(`\0${file.path}\0${file.text}`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
