import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The documentation of Lectern in the repository. */
export const docsFolder = path.join(root, 'docs')

/** The folder of the pages made from other files, beside those of the documentation. */
const aside = 'repository'
const link = /(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g

/**
 * Writes the documentation to a folder as a space can hold it. In the repository it links to files
 * outside `docs/`, which a space does not have: these become pages too.
 */
export async function writeDocs(folder: string): Promise<string> {
  await cp(docsFolder, folder, { recursive: true })
  const names = (await readdir(docsFolder, { recursive: true })).filter((name) =>
    name.endsWith('.md'),
  )
  const texts = new Map<string, string>()
  for (const name of names) {
    const file = path.join(docsFolder, name)
    texts.set(file, await readFile(file, 'utf8'))
  }
  const beside = new Set([...texts].flatMap(([file, text]) => leavingIn(file, text)))
  const pages = new Map(names.map((name) => [path.join(docsFolder, name), name]))
  for (const file of beside) {
    texts.set(file, asPage(file, await readFile(file, 'utf8')))
    pages.set(file, path.join(aside, pageName(path.relative(root, file))))
  }
  for (const [file, text] of texts) {
    const page = path.join(folder, pages.get(file) ?? '')
    await mkdir(path.dirname(page), { recursive: true })
    await writeFile(page, relinked(text, file, pages))
  }
  await addToSummary(folder, [...beside], pages)
  return folder
}

/** The files outside the documentation that one of its pages links to. */
function leavingIn(file: string, text: string): string[] {
  return [...text.matchAll(link)]
    .map(([, , , target = '']) => targetOf(file, target))
    .filter((target) => target !== undefined)
    .filter(isOutside)
}

/** The file that a link leads to; undefined for anything that is no file of the repository. */
function targetOf(from: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|[#/])/.test(target)) return undefined
  const [file = ''] = target.split('#', 1)
  return path.resolve(path.dirname(from), file)
}

function isOutside(file: string): boolean {
  return path.relative(docsFolder, file).startsWith('..')
}

function pageName(name: string): string {
  return name.endsWith('.md') ? name : `${name}.md`
}

function titleOf(file: string): string {
  return path.relative(root, file)
}

/** Files other than Markdown are shown verbatim. Notes for editors are not for readers. */
function asPage(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(/^<!--[^>]*-->\s*/, '')
  return `# ${titleOf(file)}\n\n\`\`\`\`\n${text.trimEnd()}\n\`\`\`\`\n`
}

/** The text with its links leading to pages; links without a page become plain words. */
function relinked(
  text: string,
  from: string,
  pages: ReadonlyMap<string, string>,
): string {
  const here = path.dirname(pages.get(from) ?? '')
  return text.replaceAll(link, (whole, mark: string, label: string, target: string) => {
    const file = targetOf(from, target)
    if (file === undefined) return whole
    const page = pages.get(file)
    if (page === undefined) return isOutside(file) ? label : whole
    const hash = target.slice(target.split('#', 1)[0]?.length)
    return `${mark}[${label}](${path.relative(here, page)}${hash})`
  })
}

async function addToSummary(
  folder: string,
  beside: readonly string[],
  pages: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = beside
    .toSorted()
    .map((file) => `- [${titleOf(file)}](${pages.get(file) ?? ''})\n`)
  const summary = path.join(folder, 'SUMMARY.md')
  const text = await readFile(summary, 'utf8')
  await writeFile(summary, `${text}\n## From the repository\n\n${lines.join('')}`)
}
