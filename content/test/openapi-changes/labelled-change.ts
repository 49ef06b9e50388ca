import { type Edit, probes } from './pair.ts'

/** A change with the verdict of another person than who wrote the rules, from the OpenAPI Specification alone. */
export interface LabelledChange {
  readonly name: string
  readonly isBreaking: boolean
  /** Whether it is one of those that may never be missed. */
  readonly group?: 'removal' | 'newly-required'
  readonly before: readonly Edit[]
  readonly after: readonly Edit[]
}

type Label = 'breaks' | 'harmless' | 'removal' | 'newly-required'

export function label(
  name: string,
  verdict: Label,
  ...after: readonly Edit[]
): LabelledChange {
  return {
    name,
    isBreaking: verdict !== 'harmless',
    ...((verdict === 'removal' || verdict === 'newly-required') && { group: verdict }),
    before: [],
    after,
  }
}

/** A field of its own, in the direction of a probe, described in two ways. */
export function field(
  place: keyof typeof probes,
  verdict: Label,
  before: object,
  // oxlint-disable-next-line max-params -- where, what of it, and the two descriptions
  after: object,
): LabelledChange {
  const name = `${place}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`
  const pointer = probes[place]
  return { ...label(name, verdict, [pointer, after]), before: [[pointer, before]] }
}

export const list = '/paths/~1pets/get'
export const create = '/paths/~1pets/post'
export const byId = '/paths/~1pets~1{petId}'
export const places = '/paths/~1places/put'
export const health = '/paths/~1health/get'
export const schemas = '/components/schemas'
export const born = '/webhooks/born/post'
export const text = { type: 'string' }
export const answers = { responses: { 204: { description: 'Done' } } }
export const json = (schema: object) => ({ content: { 'application/json': { schema } } })
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
