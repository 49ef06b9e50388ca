import type { ApiPart } from '@lectern/content/openapi/model.ts'
import type { OpenAPISpecParts } from '@lectern/contract/openapi-specs.ts'

import { type NamedPart, partsNamedIn } from '#/blocks/openapi/named-parts.ts'
import type { ApiParts } from '#/model.ts'
import { askForFileParts } from '#/serve/reads/file-parts.ts'
import type { AskedParts } from '#/serve/reads/kept-parts.ts'

import { documentsOf, type PrintContent } from './print-content.ts'

interface Source {
  readonly apiUrl: string
  readonly rendererSecret: string
}

const askedMax = 500
const timeoutMs = 30_000

/** What a print shows of specifications; of one that cannot be read, its authors' own texts. */
export async function printedParts(
  source: Source,
  content: PrintContent,
): Promise<ApiParts['part']> {
  const { id: organizationId } = content.organization
  if (organizationId === undefined) return () => undefined
  const files = new Map(content.files.map(({ id, downloadURL }) => [id, downloadURL]))
  const found = new Map<string, ApiPart | 'gone'>()
  for (const [spec, named] of partsNamedIn(documentsOf(content))) {
    const file = named[0]?.file
    if (file !== undefined) {
      const fileUrl = file.kind === 'file' ? files.get(file.file) : undefined
      if (fileUrl === undefined) continue
      const read = await ofFile(source, fileUrl, named)
      for (const [name, { part }] of read) found.set(`${spec} ${name}`, part ?? 'gone')
      continue
    }
    for (let at = 0; at < named.length; at += askedMax) {
      const path = `orgs/${encodeURIComponent(organizationId)}/openapi/${encodeURIComponent(spec)}/parts`
      for (const part of await ask(source, path, named.slice(at, at + askedMax))) {
        const key = `${spec} ${part.kind} ${part.name}`
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which makes parts of this form
        found.set(key, (part.part as ApiPart | null) ?? 'gone')
      }
    }
  }
  return (spec, kind, name) => found.get(`${spec} ${kind} ${name}`)
}

async function ofFile(
  { apiUrl: url, rendererSecret }: Source,
  fileUrl: string,
  named: readonly NamedPart[],
): Promise<AskedParts['found']> {
  const question = { fileUrl, named, timeoutMs, isPrinted: true }
  return askForFileParts({ url, rendererSecret }, question)
}

async function ask(
  { apiUrl, rendererSecret }: Source,
  path: string,
  named: readonly NamedPart[],
): Promise<OpenAPISpecParts['parts']> {
  const reply = await fetch(`${apiUrl}/~render/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rendererSecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ parts: named.map(({ kind, name }) => ({ kind, name })) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    if (reply.status < 500) return []
    throw new Error(`The api answered ${reply.status} to what a specification shows`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which knows the renderer by its secret
  return ((await reply.json()) as OpenAPISpecParts).parts
}
