import { docsOf } from './addresses.ts'
import { bodyOf } from './bodies.ts'
import { bounds, lengths } from './bounds.ts'
import { contentsOf } from './contents.ts'
import { followed } from './follow.ts'
import { operationsIn, type FoundOperation } from './list-operations.ts'
import {
  entriesOf,
  firstEntries,
  isTrue,
  listOf,
  memberOf,
  type JsonRecord,
} from './members.ts'
import type { ApiOperation } from './model.ts'
import { parametersOf, rawParameters } from './parameters.ts'
import { fillSchemas } from './read-schema.ts'
import { newPart, spend, type ApiReader } from './reader.ts'
import { responsesOf } from './responses.ts'
import { securityOf } from './security.ts'
import { serversOf } from './servers.ts'
import { cleanLine, lineOf, textOf } from './texts.ts'

/** Reads an operation with all that it refers to, within so many units. */
export function readOperation(
  reader: ApiReader,
  { kind, method, path, operation, item }: FoundOperation,
  units: number,
): ApiOperation {
  reader.part = newPart(units)
  const raws = rawParameters(reader, [item, operation])
  const body = bodyOf(reader, operation, raws)
  const security = kind === 'webhook' ? undefined : securityOf(reader, operation)
  const read: ApiOperation = {
    kind,
    method,
    path,
    ...wordsOf(reader, operation, item),
    servers: kind === 'webhook' ? [] : serversOf(reader, [operation, item, reader.root]),
    ...(security !== undefined && { security }),
    parameters: parametersOf(reader, raws, kind === 'webhook' ? '' : path),
    ...(body !== undefined && { body }),
    responses: responsesOf(reader, operation),
    callbacks: callbacksOf(reader, operation),
  }
  fillSchemas(reader)
  return read
}

function wordsOf(reader: ApiReader, operation: JsonRecord, item: JsonRecord) {
  const operationId = lineOf(operation, 'operationId', lengths.name)
  const summary =
    lineOf(operation, 'summary', lengths.title) ?? lineOf(item, 'summary', lengths.title)
  const description =
    textOf(operation, 'description', lengths.ofPart) ??
    textOf(item, 'description', lengths.ofPart)
  const isFitting = spend(reader, description?.length ?? 0)
  const docs = docsOf(reader, operation)
  return {
    ...(operationId !== undefined && { operationId }),
    ...(summary !== undefined && { summary }),
    ...(isFitting && description !== undefined && { description }),
    ...(isTrue(operation, 'deprecated') && { isDeprecated: true as const }),
    tags: tagsOf(operation),
    ...(docs !== undefined && { docs }),
  }
}

/** The tags of an operation, each once. */
export function tagsOf(operation: JsonRecord): readonly string[] {
  const named = listOf(operation, 'tags', bounds.tagsOfOperation)
    .filter((tag) => typeof tag === 'string')
    .map((tag) => cleanLine(tag, lengths.title))
  return [...new Set(named)].filter((tag) => tag !== '')
}

function callbacksOf(
  reader: ApiReader,
  operation: JsonRecord,
): ApiOperation['callbacks'] {
  const all = entriesOf(operation, 'callbacks', bounds.callbacks)
  return all
    .flatMap(([name, value]) => {
      const expressions = firstEntries(followed(reader, value), bounds.callbacks)
      return expressions.flatMap(([expression, item]) =>
        operationsIn(reader, followed(reader, item) ?? {}).map(
          ([method, called]): Called => ({ name, expression, method, called }),
        ),
      )
    })
    .slice(0, bounds.callbacks)
    .map((called) => callbackOf(reader, called))
}

interface Called {
  readonly name: string
  readonly expression: string
  readonly method: string
  readonly called: JsonRecord
}

function callbackOf(reader: ApiReader, { name, expression, method, called }: Called) {
  const summary = lineOf(called, 'summary', lengths.title)
  const body = followed(reader, memberOf(called, 'requestBody'))
  return {
    name: cleanLine(name, lengths.title),
    expression: cleanLine(expression, lengths.line),
    method: cleanLine(method, lengths.title),
    ...(summary !== undefined && { summary }),
    ...(body !== undefined && { body: contentsOf(reader, body, false) }),
  }
}
