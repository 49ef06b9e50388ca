import { glob } from 'node:fs/promises'
import path from 'node:path'

import type { AuthzRequest, Replaced } from './authz-cases.ts'
import { type Action, mutantsOf } from './authz-mutants.ts'
import type { Sweep } from './authz-sweep.ts'
import {
  type Comparable,
  comparable,
  differenceOf,
} from '../generate/generate-compare.ts'
import { targets } from '../generate/generate-schema.ts'

type Policy = Record<string, Action>

interface Watched {
  readonly name: string
  readonly policy: Policy
  readonly action: string
}

const sources = new URL('../../../src/', import.meta.url).pathname

const unseenContent = 'whoever has no role on it is told before that there is none'

/**
 * Mutations that no answer can show, with the reason. May only shrink: one that is caught after all
 * fails the gate.
 */
const invisible: Readonly<Record<string, string>> = {
  'invitePolicy.isRedundant → true':
    'only admins get to see a link to the organization, and to them each one is redundant',
  'collectionPolicy.view → true': unseenContent,
  'commentPolicy.view → true': unseenContent,
  'spacePolicy.view → true': unseenContent,
  'spacePolicy.access → true': unseenContent,
}

/** Weakens every action of every policy in turn and asks again what each principal gets. */
export async function mutatePolicies(sweep: Sweep) {
  const actions = await readPolicies()
  const { asked, callsOf } = await askAll(sweep, actions)
  const lines: string[] = []
  const problems: string[] = []
  const tried: string[] = []
  let caught = 0
  for (const { name, policy, action } of actions) {
    const original = policy[action]
    if (original === undefined) continue
    const mutants = mutantsOf(original)
    if (mutants.length === 0) lines.push(`${name} allows everyone already`)
    for (const mutant of mutants) {
      const label = `${name} → ${mutant.note}`
      tried.push(label)
      policy[action] = mutant.action
      const seen = await seenDifference(sweep, asked, callsOf.get(name) ?? [])
      policy[action] = original
      if (seen !== undefined) caught += 1
      if ((seen === undefined) !== label in invisible) {
        problems.push(
          seen === undefined
            ? `nobody's answers show the mutation ${label}`
            : `${label} is caught after all: ${seen}`,
        )
      }
    }
  }
  for (const label of Object.keys(invisible).filter((one) => !tried.includes(one))) {
    problems.push(`there is no mutation ${label} any more`)
  }
  lines.push(
    `${actions.length} actions of policies, ${asked.length} answers compared`,
    ...Object.entries(invisible).map(
      ([label, why]) => `not to be seen: ${label}: ${why}`,
    ),
  )
  return { lines, problems, tried: tried.length - Object.keys(invisible).length, caught }
}

async function readPolicies(): Promise<Watched[]> {
  const found: Watched[] = []
  for await (const file of glob('{features,content-store}/**/*-policy.ts', {
    cwd: sources,
  })) {
    const exported: Readonly<Record<string, Policy>> = await import(
      path.join(sources, file)
    )
    for (const [policyName, policy] of Object.entries(exported)) {
      for (const action of Object.keys(policy)) {
        found.push({ name: `${policyName}.${action}`, policy, action })
      }
    }
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

interface Asked {
  readonly request: AuthzRequest
  readonly answer: Comparable
}

/** What everyone gets with the policies as they are, and which action each answer rests on. */
async function askAll(sweep: Sweep, actions: readonly Watched[]) {
  let calls = new Set<string>()
  const originals = actions.map(({ name, policy, action }) => {
    const original = policy[action]
    if (original === undefined) return () => undefined
    policy[action] = (...facts) => {
      calls.add(name)
      return original(...facts)
    }
    return () => {
      policy[action] = original
    }
  })
  const asked: Asked[] = []
  const callsOf = new Map<string, number[]>()
  for (const request of requestsOf(sweep)) {
    calls = new Set()
    asked.push({ request, answer: await ask(sweep, request) })
    for (const name of calls) {
      callsOf.set(name, [...(callsOf.get(name) ?? []), asked.length - 1])
    }
  }
  for (const restore of originals) restore()
  return { asked, callsOf }
}

async function ask({ sender }: Sweep, request: AuthzRequest): Promise<Comparable> {
  return comparable(await sender.ask(request), request.values)
}

/** Each operation by each principal, about themselves too where it is about a user, and with each switch on. */
function requestsOf({ principals, filler }: Sweep): AuthzRequest[] {
  return targets.flatMap((target) =>
    principals
      .filter(({ isNobody, isVisitor }) => !isNobody && isVisitor !== true)
      .flatMap((principal) => {
        const { slots, valueFor, request } = filler(target, principal)
        const selves = slots
          .filter(({ place, kind }) => place === 'path' && kind === 'user')
          .flatMap((slot): Replaced[][] => {
            const value = valueFor(slot, 'self')
            return value === undefined ? [] : [[{ slot, choice: 'self', value }]]
          })
        const made = [[], ...selves].map(request).filter((one) => one !== undefined)
        return [...made, ...made.slice(0, 1).flatMap(switchedOn)]
      }),
  )
}

/** The same request with each switch of its body on in turn: some are for fewer people than the rest. */
function switchedOn(request: AuthzRequest): AuthzRequest[] {
  const { properties = {} } = request.target.body ?? {}
  const { sent } = request
  return Object.entries(properties)
    .filter(([, schema]) => schema.type === 'boolean')
    .map(([name]) => {
      const body: unknown = JSON.parse(String(sent.body))
      const switched = JSON.stringify({ ...Object(body), [name]: true })
      return { ...request, sent: { ...sent, body: Buffer.from(switched) } }
    })
}

async function seenDifference(
  sweep: Sweep,
  asked: readonly Asked[],
  affected: readonly number[],
): Promise<string | undefined> {
  for (const index of affected) {
    const one = asked[index]
    if (one === undefined) continue
    const difference = differenceOf(one.answer, await ask(sweep, one.request))
    if (difference !== undefined) return `${one.request.target.id}: ${difference}`
  }
  return undefined
}
