import { kindOf } from '../generate/generate-things.ts'
import type { Random } from '../generate/generate-values.ts'
import type { Place, World } from '../generate/generate-world.ts'

/** The source of ids for requests. */
export interface IdSource {
  /** An id of the organization that the sample's people belong to. */
  readonly own: (field: string) => string
  /** Mostly an id of one's own organization, else anything that could be sent instead. */
  readonly any: (field: string) => string
  /** Adds the id of something that an answer has just created. */
  readonly remember: (kind: string, id: string) => void
}

const odd = ['me', '0', '..', 'null', 'a/b', '%2e%2e', '日本', 'x'.repeat(128)]
const rememberedMax = 20

export function idSource(world: World, random: Random): IdSource {
  const { home, second, elsewhere, vault, sample } = world
  const remembered = new Map<string, string[]>()
  const members = Object.values(sample.users)

  function own(field: string): string {
    const kind = kindOf(field)
    if (kind === 'token' || kind === 'session') return world.spares.admin[kind].own
    return home.things[kind] ?? nonexistent(kind)
  }

  function any(field: string): string {
    const kind = kindOf(field)
    const from = (place: Place) => place.things[kind] ?? nonexistent(kind)
    const made = remembered.get(kind) ?? []
    const dice = random.below(100)
    const ranges: readonly (readonly [number, () => string])[] = [
      [45, () => own(field)],
      [60, () => (kind === 'user' ? random.pick(members) : own(field))],
      [70, () => (made.length > 0 ? random.pick(made) : own(field))],
      [76, () => from(second)],
      [82, () => from(random.pick([elsewhere, vault]))],
      [88, () => home.deleted[kind] ?? nonexistent(kind)],
      [95, () => nonexistent(kind)],
    ]
    const pick = ranges.find(([below]) => dice < below)?.[1]
    if (pick !== undefined) return pick()
    return kind === 'email' ? nonexistent(kind) : random.pick(odd)
  }

  function nonexistent(kind: string): string {
    const number = String(random.below(1e9))
    if (kind === 'email') return `n${number}@nowhere.example`
    if (kind === 'subdomain') return `n${number}`
    if (kind === 'customHostname') return `n${number}.nowhere.example`
    if (kind === 'emailDomain') return `n${number}.example`
    return `NNNNNNNNNN${number.padStart(10, '0')}`
  }

  return {
    own,
    any,
    remember(kind, id) {
      const ids = remembered.get(kind) ?? []
      remembered.set(kind, [...ids.slice(-rememberedMax), id])
    },
  }
}
