import { type Filler, fillerFor, type Replaced, twinOf } from './authz-cases.ts'
import { readCursors } from './authz-cursors.ts'
import { nonexistent } from './authz-nonexistent.ts'
import type { Oracle } from './authz-oracles.ts'
import { isReached, type Principal, principalsOf } from './authz-principals.ts'
import { type Answered, createSender, oracleFor } from './authz-sender.ts'
import type { Slot } from './authz-slots.ts'
import { comparable, differenceOf } from '../generate/generate-compare.ts'
import type { Target } from '../generate/generate-schema.ts'
import type { World } from '../generate/generate-world.ts'

/** What is replaced at once in the requests of one operation by one principal. */
export interface Unit {
  readonly target: Target
  readonly principal: Principal
  readonly slots: readonly Slot[]
}

export type Sweep = Awaited<ReturnType<typeof createSweep>>

export async function createSweep(world: World) {
  const { home, second, elsewhere, vault } = world
  const cursors = await readCursors(world.wire, [home, second, elsewhere, vault])
  const sender = createSender(world)
  const usedOracles = new Set<Oracle>()
  const succeeded = new Set<string>()
  const filler = (target: Target, principal: Principal): Filler =>
    fillerFor(target, principal, vault, cursors)

  function compare(one: Answered, twin: Answered): void {
    const difference = differenceOf(
      comparable(one.reply, one.request.values),
      comparable(twin.reply, twin.request.values),
    )
    if (difference === undefined) return
    const oracle = oracleFor(one.request)
    if (oracle === undefined) sender.note('distinguishable', one, difference)
    else usedOracles.add(oracle)
  }

  return {
    sender,
    filler,
    principals: principalsOf(world),
    usedOracles,
    /** Operations that some principal could use as they are. */
    succeeded,
    /** The operation as it is meant, with each optional thing of one's own named in turn. */
    async own(target: Target, principal: Principal): Promise<void> {
      const { slots, valueFor, request } = filler(target, principal)
      const named = slots
        .filter(({ place }) => place !== 'path' && isReached(target, principal))
        .flatMap((slot): Replaced[][] => {
          const value = valueFor(slot, 'own')
          return value === undefined ? [] : [[{ slot, choice: 'own', value }]]
        })
      for (const replaced of [[], ...named]) {
        const made = request(replaced)
        if (made === undefined) continue
        const { reply } = await sender.send(made)
        if (reply.status < 300) succeeded.add(target.id)
      }
    },
    /** Every combination of what the unit's places can be replaced by, against nothing existing. */
    async replace({ target, principal, slots }: Unit): Promise<void> {
      const { request, valueFor } = filler(target, principal)
      const combinations = product(slots.map((slot, index) => options(slot, index)))
      const twins = new Map(
        combinations.map((each) => [keyOf(twinOf(each)), twinOf(each)]),
      )
      const others = combinations.filter((each) => !twins.has(keyOf(each)))
      const made = [...twins.values(), ...others].flatMap((each) => request(each) ?? [])
      const answered = await sender.sendAll(made)
      const byKey = new Map(answered.map((one) => [keyOf(one.request.replaced), one]))
      for (const one of answered) {
        const twin = byKey.get(keyOf(twinOf(one.request.replaced)))
        if (twin !== undefined) compare(one, twin)
      }

      function options(slot: Slot, index: number): Replaced[] {
        const existing = (['foreign', 'deleted', 'other'] as const).flatMap((choice) => {
          const value = valueFor(slot, choice)
          return value === undefined ? [] : [{ slot, choice, value }]
        })
        // Another missing thing in each place.
        const value = nonexistent(slot.kind, index)
        return [...existing, { slot, choice: 'nonexistent', value }]
      }
    },
  }
}

function keyOf(replaced: readonly Replaced[]): string {
  return replaced.map(({ slot, value }) => `${slot.name}=${value}`).join('&')
}

function product(options: readonly (readonly Replaced[])[]): Replaced[][] {
  let combined: Replaced[][] = [[]]
  for (const each of options) {
    combined = combined.flatMap((before) => each.map((one) => [...before, one]))
  }
  return combined
}
