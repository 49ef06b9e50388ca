import type { Placed } from '../source-block.ts'

import {
  readLegacy,
  readOpenApi,
  readOperation,
  readSchemas,
  readWebhook,
} from './api.ts'
import {
  readCode,
  readColumns,
  readHint,
  readIf,
  readPrompt,
  readStepper,
  readTabs,
  readUpdates,
} from './containers.ts'
import type { TagReader } from './containers.ts'
import { tagForm } from './known-tags.ts'
import {
  readContentRef,
  readEmbed,
  readFile,
  readInclude,
  readIntegration,
} from './pointers.ts'
import { hasAttributes } from './tag-work.ts'
import type { TagWork } from './tag-work.ts'

const readers: ReadonlyMap<string, TagReader> = new Map([
  ['hint', readHint],
  ['tabs', readTabs],
  ['stepper', readStepper],
  ['columns', readColumns],
  ['code', readCode],
  ['if', readIf],
  ['updates', readUpdates],
  ['prompt', readPrompt],
  ['content-ref', readContentRef],
  ['page-ref', readContentRef],
  ['embed', readEmbed],
  ['file', readFile],
  ['include', readInclude],
  ['openapi', readOpenApi],
  ['openapi-operation', readOperation],
  ['openapi-schemas', readSchemas],
  ['openapi-webhook', readWebhook],
])

/** The block of a tag; undefined when it is not understood, and only the tag stays verbatim. */
export function readTag(work: TagWork): Placed | undefined {
  const { tag, opening, closing } = work
  const form = tagForm(tag.name)
  if (form === undefined) return undefined
  if (form === 'container' && closing === opening) return undefined
  if (form === 'legacy') return readLegacy(work)
  // `if` has an expression and `include` a path instead of attributes.
  const free = tag.name === 'if' || tag.name === 'include'
  if (!free && !hasAttributes(tag)) return undefined
  if (tag.name === 'include' && tag.attributes === undefined) return undefined
  return tag.name.startsWith('@') ? readIntegration(work) : readers.get(tag.name)?.(work)
}
