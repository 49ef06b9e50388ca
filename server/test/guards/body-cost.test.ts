import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { ApiError } from '#/platform/errors/api-error.ts'
import { parseJsonBody } from '#/platform/http/json-body.ts'
import { lazyValidator } from '#/platform/http/request-validation.ts'
import { bodyBytesMax } from '#/platform/http/large-requests.ts'

import { seeded } from '../../../tools/gate.ts'
import { crowdsOf } from '../gates/generate/generate-crowds.ts'
import { type Target, targets } from '../gates/generate/generate-schema.ts'
import type { Filling } from '../gates/generate/generate-values.ts'

const bytes = 200_000
// Of the processor: of this thread, which answers everybody. Parsing alone takes up to 120 ms.
const parsingMsPerMegabyteMax = 300
const checkingMsPerMegabyteMax = 50
const msMax = 5
/** Whoever shares this process leaves garbage, and a large heap takes long to collect. */
const turnsMax = 8

const filling: Filling = {
  random: seeded(1),
  identifier: () => 'NNNNNNNNNN0000000001',
  optional: 'all',
}

describe('what a body costs before anybody knows who may send it', () => {
  it('is little for each byte, however far it is over the limits of its schema', () => {
    const seen = new Set<string>()
    const dear = targets
      .filter(({ body }) => isNew(seen, JSON.stringify(body)))
      .flatMap(dearIn)
    assert.deepEqual(dear, [])
  })
})

function isNew(seen: Set<string>, text: string | undefined): boolean {
  if (text === undefined || seen.has(text)) return false
  seen.add(text)
  return true
}

function dearIn(target: Target): string[] {
  const { id, definition, body: schema } = target
  if (schema === undefined) return []
  const validate = lazyValidator(schema, 'body', definition.bodyOptional === true)
  validate({})
  const size = Math.min(bytes, definition.bodyBytesMax ?? bodyBytesMax)
  return crowdsOf(target, filling, size).flatMap(({ note, body }) => {
    const megabytes = body.length / 1_000_000
    const parsing = leastMs(() => read(body), msMax + megabytes * parsingMsPerMegabyteMax)
    const value = read(body)
    const checking = leastMs(
      () => validate(value),
      msMax + megabytes * checkingMsPerMegabyteMax,
    )
    return [
      ...(parsing === undefined ? [] : [`${id} ${note}: parsed in ${parsing} ms`]),
      ...(checking === undefined ? [] : [`${id} ${note}: checked in ${checking} ms`]),
    ]
  })
}

/** Undefined for a body that is refused already, as one with too many keys. */
function read(body: Buffer): unknown {
  try {
    return parseJsonBody(body)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return undefined
  }
}

/** The time that work takes, if it is too long each time. */
function leastMs(work: () => unknown, most: number): number | undefined {
  let least = Infinity
  for (let turn = 0; turn < turnsMax && least > most; turn += 1) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least > most ? Math.round(least) : undefined
}
