import type { ApiPart } from '@lectern/content/openapi/model.ts'
import type { OpenAPISpecParts } from '@lectern/contract/openapi-specs.ts'

import type { NamedPart } from '#/blocks/openapi/named-parts.ts'

import { Breakers } from './breakers.ts'
import type { AskedParts, FileParts } from './kept-parts.ts'

interface Source {
  readonly url: string
  readonly rendererSecret: string
}

/** The api reads the file meanwhile, and has it when the page is asked for again. */
const waitMsMax = 1500
const awayMs = 1000
const askedMax = 500
const nameLengthMax = 2000

const unanswered: AskedParts = { found: new Map(), isAnswered: false }

export function openFileParts(source: Source): FileParts {
  const breakers = new Breakers(awayMs)
  return async (scope, fileUrl, named) => {
    if (scope.token === '' || !breakers.mayTry(fileUrl)) return unanswered
    try {
      const found = await askForFileParts(source, {
        fileUrl,
        named,
        timeoutMs: waitMsMax,
      })
      breakers.answered(fileUrl)
      return { found, isAnswered: true }
    } catch {
      breakers.failed(fileUrl)
      return unanswered
    }
  }
}

interface Question {
  readonly fileUrl: string
  readonly named: readonly NamedPart[]
  readonly timeoutMs: number
  /** Whether they are for a print, whose URLs no token belongs to. */
  readonly isPrinted?: boolean
}

/** The parts by their names; none of a file that may not be read, or is no specification. */
export async function askForFileParts(
  source: Source,
  { named, ...question }: Question,
): Promise<AskedParts['found']> {
  const found = new Map<string, { hash: string; part: ApiPart | null }>()
  const askable = named.filter(({ name }) => name.length <= nameLengthMax)
  for (let at = 0; at < askable.length; at += askedMax) {
    const parts = askable.slice(at, at + askedMax)
    for (const part of await askOnce(source, { ...question, named: parts })) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which makes parts of this form
      const read = part.part as ApiPart | null
      found.set(`${part.kind} ${part.name}`, { hash: part.hash, part: read })
    }
  }
  return found
}

async function askOnce(
  { url, rendererSecret }: Source,
  { fileUrl, named, timeoutMs, isPrinted = false }: Question,
): Promise<OpenAPISpecParts['parts']> {
  const reply = await fetch(`${url}/~render/openapi-file-parts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rendererSecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      url: fileUrl,
      isPrinted,
      parts: named.map(({ kind, name }) => ({ kind, name })),
    }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    if (reply.status < 500 && reply.status !== 429) return []
    throw new Error(`The api answered ${reply.status} to what a file shows`)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which knows the renderer by its secret
  const answer = (await reply.json()) as Pick<OpenAPISpecParts, 'parts'> & {
    readonly isSpec: boolean
  }
  return answer.isSpec ? answer.parts : []
}
