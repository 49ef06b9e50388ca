import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { normalise } from '@lectern/content/document/normalise.ts'
import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { withAnchors } from '@lectern/content/look/anchors.ts'
import { readApi } from '@lectern/content/openapi/read-api.ts'
import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'
import * as fc from 'fast-check'

import { plannedPages } from '#/features/writing/computed-pages/planned-pages.ts'

import { document as anyDocument } from '../../../content/test/arbitraries/document.ts'
import {
  corpusFolder,
  fixturesFolder,
  markdownFiles,
} from '../../../content/test/markdown-files.ts'
import { petsOfThree } from '../../../content/test/openapi/pets.ts'
import { writeEveryBlock, writeRightToLeft } from '../../../tools/demo-content.ts'
import { writeDocs } from '../../../tools/demo-docs.ts'

import { allowedInDocuments } from './allowed-differences.ts'
import { clients, clientSchemas, type ClientVersion } from './client-schemas.ts'
import { documentDifferences } from './document-differences.ts'

const corpusPages = 300
const madeDocuments = 600

describe('documents as a published client knows them', () => {
  let folder: string
  let documents: readonly JSONDocument[]
  let fromCorpus: readonly JSONDocument[] | undefined
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-clients-'))
    await writeEveryBlock(path.join(folder, 'blocks'))
    await writeRightToLeft(path.join(folder, 'right-to-left'))
    await writeDocs(path.join(folder, 'docs'))
    fromCorpus = corpusDocuments()
    const made = fc.sample(anyDocument, { seed: 1, numRuns: madeDocuments })
    documents = [
      ...[folder, fixturesFolder].flatMap(pagesIn),
      ...(await computedDocuments()),
      ...(fromCorpus ?? []),
      ...made.map((one) => withAnchors(normalise(one))),
    ]
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  it(`are ${corpusPages} of real pages too where a corpus is given`, (t) => {
    if (fromCorpus === undefined) {
      t.diagnostic('No real pages are judged: CORPUS_DIR names no folder of them.')
    } else assert.equal(fromCorpus.length, corpusPages)
  })

  for (const version of Object.keys(clients).filter(isClientVersion)) {
    it(`differ from the schemas of ${version} only where the list says so`, () => {
      assert.ok(documents.length > madeDocuments + 150)
      const differences = documentDifferences(clientSchemas(version))
      const found = new Set<string>()
      for (const one of documents) for (const each of differences(one)) found.add(each)
      const allowed = Object.keys(allowedInDocuments[version])
      assert.deepEqual([...found].toSorted(), allowed.toSorted())
    })
  }
})

describe('the guard of documents', () => {
  const differences = documentDifferences(clientSchemas('0.146.0'))
  const differencesOf = (node: object) => [
    ...differences({ object: 'document', data: {}, nodes: [node] }),
  ]
  const expandable = { object: 'block', type: 'expandable', isVoid: true, data: {} }

  it('finds a button without a target, a fragment without a type and data nobody knows', () => {
    const button = { object: 'inline', type: 'button', isVoid: true }
    assert.deepEqual(
      differencesOf({
        object: 'block',
        type: 'paragraph',
        nodes: [{ ...button, data: { label: 'Find', kind: 'primary' } }],
      }),
      ['button: /data anyOf'],
    )
    const title = { object: 'fragment', fragment: 'expandable-title', nodes: [] }
    assert.deepEqual(differencesOf({ ...expandable, fragments: [title] }), [
      'expandable: /fragments/* anyOf',
      'fragment: has no type',
    ])
    assert.deepEqual(
      differencesOf({ ...expandable, data: { open: true }, fragments: [] }),
      ['expandable: /data additionalProperties open'],
    )
  })
})

function isClientVersion(version: string): version is ClientVersion {
  return version in clients
}

function pagesIn(folder: string): readonly JSONDocument[] {
  return markdownFiles(folder).map(({ text }) => documentOf(text))
}

function documentOf(markdown: string): JSONDocument {
  return withAnchors(documentWithKeys(read(markdown)))
}

/** The pages of specifications: of Lectern's own, and of one with webhooks. */
async function computedDocuments(): Promise<readonly JSONDocument[]> {
  const own = new URL('../../../contract/openapi.json', import.meta.url)
  const apis: readonly unknown[] = [JSON.parse(await readFile(own, 'utf8')), petsOfThree]
  const pages = apis.flatMap(
    (api) => plannedPages({ slug: 'api', plan: readApi(api).plan, models: true }).pages,
  )
  const documents = pages.map(({ head, markdown }) => documentOf(head + markdown))
  const types = new Set(documents.flatMap(({ nodes }) => nodes.map(({ type }) => type)))
  for (const part of ['operation', 'webhook', 'schemas'] as const) {
    assert.ok(types.has(`openapi-${part}`), part)
  }
  return documents
}

/** Pages from all over a folder of real ones, where the caller names one. */
function corpusDocuments(): readonly JSONDocument[] | undefined {
  const folder = corpusFolder()
  if (folder === undefined) return undefined
  const files = markdownFiles(folder)
  const step = Math.max(1, Math.floor(files.length / corpusPages))
  return files
    .filter((_, index) => index % step === 0)
    .slice(0, corpusPages)
    .map(({ text }) => documentOf(text))
}
