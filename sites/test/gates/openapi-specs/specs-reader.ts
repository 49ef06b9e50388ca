import { readFile } from 'node:fs/promises'

import { parse } from 'yaml'

import type { ApiPage, ApiPlan } from '@lectern/content/openapi/model.ts'
import { specBytesMax } from '@lectern/contract/openapi-specs.ts'

import { nameOperations } from '../../../../content/test/openapi/count-operations.ts'
import { specTooLarge } from '../../../../server/src/features/references/openapi-specs/openapi-spec-errors.ts'
import { readSpec } from '../../../../server/src/features/references/openapi-specs/read-spec-work.ts'
import { readShownTask } from '../../../../server/src/features/references/openapi-specs/show-spec-work.ts'
import {
  formatOf,
  packSpec,
  plainName,
} from '../../../../server/src/features/references/openapi-specs/spec-content.ts'
import { ApiError } from '../../../../server/src/platform/errors/api-error.ts'
import {
  openThreads,
  threadsByCores,
} from '../../../../server/src/platform/threads/threads.ts'
import { operationsOnPages } from './specs-pages.ts'

/** What is planted into the reading, so that the gate is seen to find it. */
export type ReadingBreak =
  | 'an operation is lost'
  | 'a page is cut'
  | 'a specification is refused'
  | 'a reason is missing'
  | 'memory is taken'

export interface ToRead {
  readonly files: readonly string[]
  readonly broken: string | undefined
}

/** What came of one specification. */
export interface ReadFigures {
  readonly file: string
  readonly bytes: number
  readonly ms: number
  /** The most that the process had beyond what it had before the first. */
  readonly megabytes: number
  /** Why it is refused; undefined when it is read. */
  readonly refusal?: string
  /** Set when it was refused for its time or memory, which a busy machine does, too. */
  readonly tooDear?: true
  readonly pages: number
  readonly parts: number
  readonly operations: number
  /** Operations of the document that are not among the parts, or on no page. */
  readonly lost: readonly string[]
}

const threads = openThreads({ threadsMax: threadsByCores() })
const doneFor = { organizationId: 'gate' }

/** Reads specifications as the worker does: on content threads, with their bounds. */
process.on('message', (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the gate sends
  void readAndEnd(message as ToRead)
})

/** A failure ends the process, as no promise of it is looked at. */
async function readAndEnd(toRead: ToRead): Promise<void> {
  await readAll(toRead)
  await threads.close()
  process.disconnect()
}

async function readAll({ files, broken }: ToRead): Promise<void> {
  await readWarm()
  const before = process.memoryUsage.rss()
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const startedMs = performance.now()
    const given = broken === 'a specification is refused' ? otherVersion(text) : text
    const read = await readText(broken === 'an operation is lost' ? less(text) : given)
    const ms = performance.now() - startedMs
    if (broken === 'memory is taken') taken ??= Buffer.alloc(2_000_000_000, 1)
    const peak = process.resourceUsage().maxRSS * 1024
    const megabytes = (peak - before) / 1024 / 1024
    const about = { file, bytes: Buffer.byteLength(text), ms, megabytes }
    process.send?.(
      'refusal' in read
        ? {
            ...about,
            ...nothing,
            ...read,
            refusal: broken === 'a reason is missing' ? '' : read.refusal,
          }
        : { ...about, ...counted(text, read, broken) },
    )
  }
}

/** What a planted defect keeps. */
let taken: Buffer | undefined

const nothing = { pages: 0, parts: 0, operations: 0, lost: [] }

/** A small specification, so that what the code itself takes is not counted. */
async function readWarm(): Promise<void> {
  await readText('openapi: "3.1.0"\ninfo: { title: a, version: "1" }\npaths: {}\n')
}

interface Shown {
  readonly plan: ApiPlan
  /** As `operation get /pets`. */
  readonly parts: readonly string[]
}

interface Refused {
  readonly refusal: string
  readonly tooDear?: true
}

async function readText(text: string): Promise<Shown | Refused> {
  if (Buffer.byteLength(text) > specBytesMax) {
    return { refusal: specTooLarge(specBytesMax).message }
  }
  try {
    const packed = packSpec({ name: plainName(text), text }).bytes
    const read = await threads.run(doneFor, readSpec, { packed })
    if (read.kind === 'failed') return { refusal: read.errors[0]?.message ?? '' }
    const { plan, changed } = await threads.run(doneFor, readShownTask, {
      bundle: read.bundle,
      sourceUrl: null,
      overlays: [],
      known: [],
    })
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made a moment ago
      plan: JSON.parse(plan) as ApiPlan,
      parts: changed.map(({ kind, name }) => `${kind} ${name}`),
    }
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error)
    const isTooDear = error instanceof ApiError && error.reason === 'content_too_dear'
    return { refusal, ...(isTooDear && { tooDear: true }) }
  }
}

/** Holds what was made against the document, which is read here without any code of the product. */
function counted(text: string, { plan, parts }: Shown, broken: string | undefined) {
  const document: unknown = formatOf(text) === 'json' ? JSON.parse(text) : yaml(text)
  const named = nameOperations(document)
  const page = broken === 'a page is cut' ? cut(plan.page) : plan.page
  const onPages = operationsOnPages({ ...plan, page })
  const made = new Set(parts)
  const lost = named.filter((name) => !made.has(name) || !onPages.names.has(name))
  return { pages: onPages.pages, parts: parts.length, operations: named.length, lost }
}

function yaml(text: string): unknown {
  return parse(text, { merge: true, uniqueKeys: false, maxAliasCount: -1 })
}

/** The text without its first operation. */
function less(text: string): string {
  const document = Object(formatOf(text) === 'json' ? JSON.parse(text) : yaml(text))
  const [path] = Object.keys(document.paths)
  if (path !== undefined) delete document.paths[path]
  return JSON.stringify(document)
}

function otherVersion(text: string): string {
  return text.replace(/"?(?:openapi|swagger)"?: ?["']?[\d.]+["']?/, '"openapi":"9.0.0"')
}

function cut(page: ApiPage): ApiPage {
  return {
    ...page,
    pages: page.pages.map((each) => ({ ...each, parts: each.parts.slice(1) })),
  }
}
