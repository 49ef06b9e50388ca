import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

export interface MarkdownFile {
  /** From the folder that was given. */
  readonly path: string
  readonly text: string
}

export const fixturesFolder = path.resolve(import.meta.dirname, 'fixtures')

/** The folder of real pages that the caller names, by `--corpus` or `CORPUS_DIR`. */
export function corpusFolder(): string | undefined {
  const { values } = parseArgs({ options: { corpus: { type: 'string' } }, strict: false })
  const given = values['corpus'] ?? process.env['CORPUS_DIR']
  if (typeof given !== 'string' || given === '') return undefined
  if (!existsSync(given) || !statSync(given).isDirectory()) {
    throw new Error(`--corpus ${given} is no folder`)
  }
  return path.resolve(given)
}

/** Every Markdown file below a folder, in order of their paths. */
export function markdownFiles(folder: string): MarkdownFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({
      path: path.relative(folder, file),
      text: readFileSync(file, 'utf8'),
    }))
}
