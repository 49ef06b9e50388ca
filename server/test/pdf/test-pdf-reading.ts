import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'

const run = promisify(execFile)

export interface ReadPdf {
  /** What `pdfinfo` says, by the names it gives. */
  readonly about: ReadonlyMap<string, string>
  /** The text of each page, as `pdftotext` reads it. */
  readonly pages: readonly string[]
  /** The page of each destination, counted from 1. */
  readonly destinations: ReadonlyMap<string, number>
  /** The titles of the outline in order, indented by two spaces for each level. */
  readonly outline: readonly string[]
  /** The names that links on each page lead to. */
  readonly links: readonly (readonly string[])[]
  /** Whether a font is embedded, by its name. */
  readonly fonts: ReadonlyMap<string, boolean>
}

/** Reads a PDF with programs that had no part in making it. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-pdf-'))
  try {
    const file = path.join(folder, 'printed.pdf')
    await writeFile(file, bytes)
    const options = { maxBuffer: 256 * 1024 * 1024 }
    const [about, destinations, text, fonts] = await Promise.all([
      run('pdfinfo', [file], options),
      run('pdfinfo', ['-dests', file], options),
      run('pdftotext', ['-layout', file, '-'], options),
      run('pdffonts', [file], options),
    ])
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
    return {
      about: new Map(
        about.stdout
          .split('\n')
          .map((line) => [
            line.slice(0, line.indexOf(':')),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
      ),
      pages: text.stdout.split('\f').slice(0, -1),
      destinations: new Map(
        destinations.stdout
          .split('\n')
          .map((line) => /^\s*(\d+) \[.*\] "(.*)"$/.exec(line))
          .filter((match) => match !== null)
          .map(([, page, name]) => [name ?? '', Number(page)]),
      ),
      outline: outlineOf(pdf),
      links: pdf.getPages().map((page) => linksOn(page.node)),
      fonts: fontsIn(fonts.stdout),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Reads a table whose last columns are embedded, subset, unicode, and the two numbers of an object. */
function fontsIn(table: string): ReadonlyMap<string, boolean> {
  const rows = table.split('\n').slice(2)
  const row = /^(?:[A-Z]{6}\+)?(\S+) .* (yes|no) +(?:yes|no) +(?:yes|no) +\d+ +\d+$/
  return new Map(
    rows
      .map((line) => row.exec(line))
      .filter((match) => match !== null)
      .map(([, name = '', isEmbedded]) => [name, isEmbedded === 'yes']),
  )
}

function outlineOf(pdf: PDFDocument): readonly string[] {
  const titles: string[] = []
  const walk = (node: PDFDict | undefined, depth: number): void => {
    for (let each = node; each !== undefined;) {
      const title = each.lookup(PDFName.of('Title'))
      const isText = title instanceof PDFString || title instanceof PDFHexString
      titles.push(`${'  '.repeat(depth)}${isText ? title.decodeText() : ''}`)
      walk(each.lookupMaybe(PDFName.of('First'), PDFDict), depth + 1)
      each = each.lookupMaybe(PDFName.of('Next'), PDFDict)
    }
  }
  const outlines = pdf.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)
  walk(outlines?.lookupMaybe(PDFName.of('First'), PDFDict), 0)
  return titles
}

function linksOn(page: PDFDict): readonly string[] {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray)
  const names: string[] = []
  for (let index = 0; index < (annotations?.size() ?? 0); index += 1) {
    const target = annotations?.lookupMaybe(index, PDFDict)?.lookup(PDFName.of('Dest'))
    if (target instanceof PDFName) names.push(target.decodeText())
  }
  return names
}
