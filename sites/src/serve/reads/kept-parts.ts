import type { ApiPart } from '@lectern/content/openapi/model.ts'

import type { NamedPart } from '#/blocks/openapi/named-parts.ts'
import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'

import { type Api, ApiAwayError, isRefusal } from './api.ts'
import type { Scope } from './scope.ts'

/** A part as it was read; null where the specification has none. */
export interface ReadPart {
  readonly hash: string
  readonly part: ApiPart | null
}

/** The parts of a specification by `nameOf`; none if the reader may not see it. */
export interface AskedParts {
  readonly found: ReadonlyMap<string, ReadPart>
  /** Whether the api said something. */
  readonly isAnswered: boolean
}

/** A specification of the organization, or a file of a space. */
export type PartsSource = { readonly slug: string } | { readonly fileUrl: string }

/** Asks for parts of a file that a reader has the URL of. */
export type FileParts = (
  scope: Scope,
  fileUrl: string,
  named: readonly NamedPart[],
) => Promise<AskedParts>

export interface KeptPartsOptions {
  readonly api: Api
  readonly fileParts: FileParts
  readonly bytesMax: number
  /** Whether changes are heard of; as long as they are not, parts are kept for a moment. */
  readonly isLive: () => boolean
}

/** The most parts of one question, and the longest name, as the api bounds them. */
const askedMax = 500
const nameLengthMax = 2000
const bytesPerCharacter = 3
const keptMs = 60 * 60 * 1000
/** What a reader may not see may be shown to them without a change of the specification. */
const keptUnseenMs = 60_000
const keptUnheardMs = 5000
/** As caches keep files: nobody says when one is replaced. */
const keptOfFileMs = 60_000
const rememberedMax = 20_000

interface Changes {
  count: number
  readonly siteIds: Set<string>
}

/** Parts of specifications in memory, until a specification changes. */
export class KeptParts {
  readonly #options: KeptPartsOptions
  /** Parts, and names of those that the reader may not see. */
  readonly #kept: ByteLru<{ readonly read?: ReadPart; readonly untilMs: number }>
  readonly #asking = singleFlight<AskedParts>()
  /** How often each specification has changed since the start, and the sites that show it. */
  readonly #changes = new Map<string, Changes>()
  #forgotten = 0

  constructor(options: KeptPartsOptions) {
    this.#options = options
    this.#kept = byteLru(options.bytesMax)
  }

  async read(
    scope: Scope,
    from: PartsSource,
    named: readonly NamedPart[],
  ): Promise<AskedParts> {
    const { isLive } = this.#options
    const isFile = 'fileUrl' in from
    const spec = isFile ? from.fileUrl : from.slug
    const { count, siteIds } = isFile
      ? { count: 0, siteIds: new Set<string>() }
      : this.#changesOf(scope.organizationId, spec)
    siteIds.add(scope.siteId)
    // An answer to a question from before a change is kept under a name that nobody asks for.
    const prefix = `${this.#forgotten}.${count}|${scope.siteId}|${scope.audience}|${spec}`
    const found = new Map<string, ReadPart>()
    const now = Date.now()
    const missing = named.filter((each) => {
      const known = this.#kept.get(`${prefix}|${nameOf(each)}`)
      if (known === undefined || known.untilMs <= now) return true
      if (known.read !== undefined) found.set(nameOf(each), known.read)
      return false
    })
    if (missing.length === 0) return { found, isAnswered: true }
    const together = `${prefix}|${digestOf(JSON.stringify(missing.map(nameOf)))}`
    const asked = await this.#asking(together, async () =>
      isFile
        ? this.#options.fileParts(scope, from.fileUrl, missing)
        : askForParts(this.#options.api, scope, missing),
    )
    for (const [name, read] of asked.found) found.set(name, read)
    if (!asked.isAnswered) return { found, isAnswered: false }
    for (const each of missing) {
      const read = asked.found.get(nameOf(each))
      const seenMs = read === undefined ? keptUnseenMs : isFile ? keptOfFileMs : keptMs
      const untilMs = now + (isLive() ? seenMs : keptUnheardMs)
      const bytes = JSON.stringify(read ?? '').length * bytesPerCharacter
      this.#kept.set(
        `${prefix}|${nameOf(each)}`,
        { ...(read && { read }), untilMs },
        bytes,
      )
    }
    return { found, isAnswered: true }
  }

  /** Forgets a specification that has changed; gives the sites that show it. */
  changed(organizationId: string, spec: string): ReadonlySet<string> {
    const changes = this.#changesOf(organizationId, spec)
    changes.count += 1
    return changes.siteIds
  }

  /** Forgets everything: changes may have been missed. */
  forget(): void {
    this.#forgotten += 1
  }

  #changesOf(organizationId: string, spec: string): Changes {
    const key = `${organizationId} ${spec.toLowerCase()}`
    const known = this.#changes.get(key)
    if (known !== undefined) return known
    if (this.#changes.size >= rememberedMax) {
      this.#changes.clear()
      this.forget()
    }
    const made = { count: 0, siteIds: new Set<string>() }
    this.#changes.set(key, made)
    return made
  }
}

export function nameOf({ kind, name }: Pick<NamedPart, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

async function askForParts(
  api: Api,
  scope: Scope,
  named: readonly NamedPart[],
): Promise<AskedParts> {
  const found = new Map<string, ReadPart>()
  const askable = named.filter(({ name }) => name !== '' && name.length <= nameLengthMax)
  if (scope.token === '') return { found, isAnswered: false }
  try {
    for (let at = 0; at < askable.length; at += askedMax) {
      const batch = askable.slice(at, at + askedMax)
      const reply = await api.read('readOpenAPISpecParts', scope, {
        params: {
          organizationId: scope.organizationId,
          specSlug: batch[0]?.spec ?? '',
        },
        body: { parts: batch.map(({ kind, name }) => ({ kind, name })) },
      })
      for (const { kind, name, hash, part } of reply?.parts ?? []) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which makes parts of this form
        found.set(nameOf({ kind, name }), { hash, part: part as ApiPart | null })
      }
    }
    return { found, isAnswered: true }
  } catch (error) {
    if (isRefusal(error)) return { found, isAnswered: true }
    if (!(error instanceof ApiAwayError)) throw error
    return { found: new Map(), isAnswered: false }
  }
}
