import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { before, describe, it } from 'node:test'

import { isRecord } from '@lectern/content/document/checks.ts'
import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

import { isTest, readSources, root, type SourceFile } from './source-files.ts'

/** Operations that may answer documents as far as their schema says, and do not. */
const withoutDocument: Readonly<Record<string, string>> = {
  getChangeRequestChanges: 'documents by their ids',
  getCurrentRevision: 'pages without their bodies',
  getOrganizationAgentInstructions: 'the document is stored as it was sent',
  getRevisionById: 'pages without their bodies',
  getRevisionOfChangeRequestById: 'pages without their bodies',
  getRevisionSemanticChanges: 'documents by their ids',
  listPages: 'pages without their bodies',
  listPagesInChangeRequest: 'pages without their bodies',
  listPagesInRevisionById: 'pages without their bodies',
}

/** What makes the JSON of a stored document for an answer. */
const answersDocument = /\b(?:bodyJson|documentJson|pageWithBody|viewComment|viewReply)\(/
const isVersioned = /\bversioned\w*\(/
/** `bodyAsked` is what an answer with a body depends on. */
const namesForm = /\b(?:documentForm\b|bodyAsked\()/

describe('the form of documents', () => {
  let files: readonly SourceFile[]
  before(async () => {
    const found = await readSources(/^server\/src\/features\/.*\.ts$/)
    files = found
      .filter((file) => !isTest(file.path))
      .map((file) => ({ ...file, text: withoutImports(file.text) }))
  })

  it('is a part of every ETag of an operation that answers documents', async () => {
    const answering = await operationsWithDocuments()
    assert.ok(answering.includes('getDocumentById'))
    const without = answering.filter((id) => {
      const file = files.find(({ text }) =>
        new RegExp(`\\boperation\\(\\s*'${id}'`).test(text),
      )
      return file === undefined || !namesForm.test(file.text)
    })
    assert.deepEqual(without.toSorted(), Object.keys(withoutDocument).toSorted())
  })

  it('is named wherever the version of an answer with a document is made', () => {
    const all = files.flatMap((file) =>
      declarations(file.text).map((text) => ({ path: file.path, text })),
    )
    const makers = all.filter(
      ({ text }) => isVersioned.test(text) && answersDocument.test(text),
    )
    assert.ok(makers.length >= 6, `${makers.length}`)
    const without = makers.filter(({ text }) => !namesForm.test(text))
    assert.deepEqual(without, [])
    const asked = all.find(({ text }) => text.includes('function bodyAsked('))
    assert.match(asked?.text ?? '', /\bdocumentForm\b/)
  })

  it('is a part of every key under which the renderer keeps a document', async () => {
    const library = path.join(root, 'sites/src/serve/reads/library.ts')
    const text = await readFile(library, 'utf8')
    const [, ...reads] = text.split('shelves.kept(')
    const keys = reads
      .filter((read) => read.includes('shape: asDocument'))
      .map((read) => /\b(\w+Key)\(/.exec(read)?.[1] ?? '')
    assert.deepEqual(keys.toSorted(), ['documentKey', 'reusableKey'])
    for (const key of keys) {
      const made = declarations(text).find((one) => one.includes(`function ${key}(`))
      assert.match(made ?? '', /\bdocumentForm\b/, key)
    }
  })
})

/** The versioned reads of which the answer may have a document, as the contract says. */
async function operationsWithDocuments(): Promise<readonly string[]> {
  const text = await readFile(path.join(root, 'contract/openapi.json'), 'utf8')
  const api: unknown = JSON.parse(text)
  const all: Readonly<Record<string, OperationDefinition>> = operations
  return Object.entries(all).flatMap(([id, { method, path: place, versioned }]) => {
    if (method !== 'GET' || versioned !== true) return []
    const reply = at(api, 'paths', place, 'get', 'responses', '200', 'content')
    return schemasIn(api, reply).has('JSONDocument') ? [id] : []
  })
}

/** The names of the schemas that a part of the contract uses, in themselves too. */
function schemasIn(api: unknown, part: unknown, known = new Set<string>()): Set<string> {
  const text = JSON.stringify(part ?? {})
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (known.has(name)) continue
    known.add(name)
    schemasIn(api, at(api, 'components', 'schemas', name), known)
  }
  return known
}

function at(from: unknown, ...steps: readonly string[]): unknown {
  let found = from
  for (const step of steps) found = isRecord(found) ? found[step] : undefined
  return found
}

function withoutImports(text: string): string {
  return text.replaceAll(/^import [\s\S]*?from '[^']+'$/gm, '')
}

/** The declarations of a file, each as it stands there. */
function declarations(text: string): readonly string[] {
  return text.split(/\n(?=(?:export |async |function |const |interface |type )\S)/)
}
