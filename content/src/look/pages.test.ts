import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusFolder, fixturesFolder, markdownFiles } from '#test/markdown-files.ts'
import { evaluateDocument, nothingKnown } from '#/expressions/evaluate-document.ts'
import { read } from '#/read/read.ts'
import { headings } from '../../tools/inspect/headings.ts'
import { linkDestinations } from './link-destinations.ts'
import { links } from './links.ts'
import { plainText } from './plain-text.ts'
import { respell } from './respell.ts'
import { sections } from './sections.ts'

const corpus = corpusFolder()
const pages = [fixturesFolder, ...(corpus === undefined ? [] : [corpus])].flatMap(
  (folder) => markdownFiles(folder),
)

test('finds every reference of a real page in its source as well', () => {
  for (const { path, text } of pages) {
    const written = new Set(linkDestinations(text).map(({ destination }) => destination))
    for (const { ref, role } of links(read(text).document)) {
      if (ref.kind !== 'url' || ref.url === '') continue
      assert.ok(written.has(ref.url), `${path}: ${role} ${ref.url}`)
    }
  }
})

test('keeps every byte of a real page where no destination changes', () => {
  for (const { path, text } of pages) {
    const after = respell(text, () => undefined)
    assert.equal(after, text, path)
  }
})

test('looks into real pages without losing a heading', () => {
  for (const { path, text } of pages) {
    const { document } = read(text)
    const outline = headings(document)
    const ids = outline.map(({ id }) => id)
    const found = sections(document, '').flatMap(({ id }) => id ?? [])
    assert.ok(
      found.every((id) => ids.includes(id)),
      path,
    )
    assert.ok(plainText(document).length <= text.length * 2, path)
    evaluateDocument(document, { scope: 'everything', ...nothingKnown })
  }
})
