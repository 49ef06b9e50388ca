import type { Cursors } from './authz-cursors.ts'
import { nonexistent } from './authz-nonexistent.ts'
import type { Principal } from './authz-principals.ts'
import { bodyWith, type Slot, slotsOf } from './authz-slots.ts'
import type { Target } from '../generate/generate-schema.ts'
import { kindInPath } from '../generate/generate-things.ts'
import { targetPath, type WireRequest } from '../generate/generate-wire.ts'
import type { Place } from '../generate/generate-world.ts'

/** The kinds of things whose ids replace the caller's own in a request. */
export type Choice = 'foreign' | 'deleted' | 'other' | 'nonexistent'

/** The kinds of things that exist or have existed. */
export type Existing = Exclude<Choice, 'nonexistent'> | 'own' | 'self'

export interface Replaced {
  readonly slot: Slot
  readonly choice: Choice | 'own' | 'self'
  readonly value: string
}

export interface AuthzRequest {
  readonly target: Target
  readonly principal: Principal
  readonly replaced: readonly Replaced[]
  readonly sent: WireRequest
  /** Every value that stands in the request, so that an answer may repeat it. */
  readonly values: readonly string[]
}

/** Fills requests of one operation in one principal's name. */
export interface Filler {
  readonly slots: readonly Slot[]
  /** The id of such a thing; undefined where none can exist. */
  readonly valueFor: (slot: Slot, choice: Existing) => string | undefined
  /** The request with these values; undefined when they exclude each other. */
  readonly request: (replaced: readonly Replaced[]) => AuthzRequest | undefined
}

export function fillerFor(
  target: Target,
  principal: Principal,
  vault: Place,
  cursors: Cursors,
): Filler {
  const { path } = target.definition
  const isInOrganization = path.includes('{organizationId}')
  const slots = slotsOf(target)

  function ownOf(kind: string): string {
    if (kind === 'token' || kind === 'session') return principal.spare[kind].own
    if (kind === 'user' && !isInOrganization) return principal.userId
    // Of the site that is open to everybody: the others need a secret besides.
    if (kind === 'url') return principal.own.things['open url'] ?? nonexistent(kind)
    return principal.own.things[kind] ?? nonexistent(kind)
  }

  function valueFor({ kind }: Slot, choice: Existing): string | undefined {
    if (kind === 'cursor') return cursors.valueFor(target, principal, choice)
    const { own, foreign, other, spare, userId } = principal
    const isInside = isInOrganization || principal.isVisitor === true
    const hasParent = isInside && kind !== 'organization'
    const isSpare = kind === 'token' || kind === 'session'
    // Whoever is kept out hears so of all that their organization has or had.
    const gone = principal.isKeptOut === true ? undefined : own.deleted[kind]
    const values: Readonly<Record<Existing, string | undefined>> = {
      own: ownOf(kind),
      self: kind === 'user' ? userId : undefined,
      foreign: foreign.things[kind] ?? vault.things[kind],
      deleted: isSpare ? spare[kind].deleted : gone,
      // What has no parent cannot have another one.
      other: hasParent ? other.things[kind] : undefined,
    }
    return values[choice]
  }

  const required = slots
    .filter(({ place, parameter }) => {
      return place === 'query' && target.query.required?.includes(parameter) === true
    })
    .map(({ parameter, kind }) => [parameter, ownOf(kind)] as const)

  function request(replaced: readonly Replaced[]): AuthzRequest | undefined {
    const { definition, body: schema } = target
    const named = (place: Slot['place']) =>
      replaced
        .filter(({ slot }) => slot.place === place)
        .map(({ slot, value }) => [slot.parameter, value] as const)
    const params = {
      ...Object.fromEntries(
        slots
          .filter(({ place }) => place === 'path')
          .map(({ parameter, kind }) => [parameter, ownOf(kind)]),
      ),
      ...Object.fromEntries(named('path')),
    }
    const inQuery = new Map([...required, ...named('query')])
    const inBody = replaced.filter(({ slot }) => slot.place === 'body')
    const body =
      schema && bodyWith(schema, inBody, (field) => ownOf(kindInPath(path, field)))
    if (schema !== undefined && body === undefined) return undefined
    const sent = {
      method: definition.method,
      target: targetPath(definition, params, [...inQuery]),
      headers: {
        ...identityOf(principal),
        ...(schema && { 'content-type': 'application/json' }),
      },
      body: schema && Buffer.from(JSON.stringify(body)),
    }
    const given = [...Object.values(params), ...replaced.map(({ value }) => value)]
    return { target, principal, replaced, sent, values: [...given, ...addressesIn(body)] }
  }

  return { slots, valueFor, request }
}

/** What says who sends a request: a token, or a browser on a page of our own origin. */
function identityOf({ token, cookie }: Principal): Record<string, string> {
  if (cookie !== undefined) {
    return { cookie, host: 'lectern.test', 'sec-fetch-site': 'same-origin' }
  }
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** The mail addresses that a body names, also where none of them was replaced. */
function addressesIn(body: unknown): readonly string[] {
  return JSON.stringify(body ?? {}).match(/[^"\s]+@[^"\s]+/g) ?? []
}

/** The same request about things that do not exist; where one thing is named twice, so is its twin. */
export function twinOf(replaced: readonly Replaced[]): Replaced[] {
  const values = replaced.map(({ value }) => value)
  return replaced.map(({ slot, value }) => ({
    slot,
    choice: 'nonexistent',
    value: nonexistent(slot.kind, values.indexOf(value)),
  }))
}

export function describeReplaced(replaced: readonly Replaced[]): string {
  if (replaced.length === 0) return 'own'
  return replaced.map(({ slot, choice }) => `${slot.name} ${choice}`).join(', ')
}
