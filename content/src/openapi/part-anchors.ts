import { anchorOf as anchorOfWords } from '#/look/anchors.ts'

import type { ApiOperation, ApiPart } from './model.ts'

/**
 * The anchor of a part: that of the block that shows it alone, so that a link leads to the same place
 * wherever it was made.
 */
export function anchorOf(part: ApiPart): string {
  return anchorOfWords(part.kind === 'schema' ? part.name : `${part.method} ${part.path}`)
}

/** A place in an operation that can be linked to, by what it is called in the model. */
export interface PlaceInPart {
  readonly kind: 'parameter' | 'body' | 'response'
  /** Where a parameter is and its name, such as `query limit`; the status of a response. */
  readonly name: string
  readonly anchor: string
}

/** The places in a part, each with an anchor of its own below that of the part. */
export function placesIn(part: ApiPart): readonly PlaceInPart[] {
  if (part.kind === 'schema') return []
  const base = anchorOf(part)
  const taken = new Set<string>()
  return named(part).map(({ kind, name, words }) => {
    let anchor = `${base}-${words}`
    for (let number = 2; taken.has(anchor); number += 1) {
      anchor = `${base}-${words}-${number}`
    }
    taken.add(anchor)
    return { kind, name, anchor }
  })
}

function named(operation: ApiOperation) {
  const parameters = operation.parameters.map(({ in: place, name }) => ({
    kind: 'parameter' as const,
    name: `${place} ${name}`,
    words: `${place}-${bare(name)}`,
  }))
  const responses = operation.responses.map(({ status }) => ({
    kind: 'response' as const,
    name: status,
    words: `response-${bare(status)}`,
  }))
  const body = operation.body && { kind: 'body' as const, name: '', words: 'body' }
  return [...parameters, ...(body === undefined ? [] : [body]), ...responses]
}

/** A name as a part of an anchor; the sign for a leading digit is not needed inside. */
function bare(name: string): string {
  return anchorOfWords(`a ${name}`).slice('a-'.length) || 'unnamed'
}
