import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { splitPage } from '@lectern/content/page/page-file.ts'

import {
  fixturesFolder,
  type MarkdownFile,
  markdownFiles,
} from '../../../../content/test/markdown-files.ts'
import { seeded } from '../../../../tools/gate.ts'

/** What pages of fixtures are at least; those say much in few words, and take as long as real pages. */
const charactersPerPage = 1000
/** Fixtures as people write: those of broken and odd things take many times as long. */
const ordinary = /^(?:pages\/(?:blocks|html|inline|languages|pages)|repositories)\//
const pagesPerFolder = 40

/** At least `count` pages of a corpus, again and again, each time with other words and in another folder. */
export function corpusPages(folder: string, count: number): MarkdownFile[] {
  // A summary would leave pages out: the folders are the tree.
  const files = markdownFiles(folder).filter(
    (file) => path.basename(file.path) !== 'SUMMARY.md',
  )
  const copies = Math.ceil(count / files.length)
  return Array.from({ length: copies }, (_, copy) =>
    files.map((file) => ({
      path: `copy-${copy}/${file.path}`,
      text: copy === 0 ? file.text : `${file.text}\n\nThis is copy ${copy}.\n`,
    })),
  )
    .flat()
    .slice(0, count)
}

/** Pages that take about as long as real ones, put together from the fixtures. */
export function fixturePages(seed: number, count: number): MarkdownFile[] {
  const random = seeded(seed)
  const bodies = markdownFiles(fixturesFolder)
    .filter((file) => ordinary.test(file.path))
    .map(({ text }) => splitPage(text).body)
  return Array.from({ length: count }, (_, index) => {
    const parts = [`# Page ${index}`]
    for (let length = 0; length < charactersPerPage;) {
      const body = random.pick(bodies)
      parts.push(body)
      length += body.length + 1
    }
    const folder = Math.floor(index / pagesPerFolder)
    return { path: `part-${folder}/page-${index}.md`, text: `${parts.join('\n\n')}\n` }
  })
}

export function writePages(folder: string, pages: readonly MarkdownFile[]): void {
  for (const page of pages) {
    const place = path.join(folder, page.path)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, page.text)
  }
}
