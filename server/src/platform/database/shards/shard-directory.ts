import {
  selectShardOf,
  selectShards,
  type Shard,
  type ShardMap,
  type ShardRow,
  toShardMap,
} from './shard-map.ts'

const organizationsMax = 50_000
const loadEveryMs = 60_000
const loadAgainMs = 1_000

export type Ask = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Knows where the rows of organizations are, as the coordinator last said. */
export class ShardDirectory {
  readonly #ask: Ask
  readonly #onChange: () => void
  readonly #homes = new Map<string, string>()
  #map: ShardMap | undefined
  #loadedMs = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined

  constructor(ask: Ask, onChange: () => void) {
    this.#ask = ask
    this.#onChange = onChange
  }

  /** Undefined where it is not known, or not known yet. */
  async shardOf(organizationId: string): Promise<Shard | undefined> {
    this.#refresh(loadEveryMs)
    if (this.#map === undefined) return undefined
    const known = this.#homes.get(organizationId) ?? (await this.#find(organizationId))
    return this.#map.shards.get(known)
  }

  placeOf({ node }: Shard): { readonly host: string; readonly port: number } | undefined {
    return this.#map?.nodes.get(node)
  }

  /** What was known of the organization has turned out to be different. */
  forget(organizationId: string): void {
    this.#homes.delete(organizationId)
    this.#refresh(loadAgainMs)
  }

  async close(): Promise<void> {
    this.#loadedMs = Number.POSITIVE_INFINITY
    await this.#loading
  }

  async #find(organizationId: string): Promise<string> {
    const { rows } = await this.#ask(selectShardOf, [organizationId])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names its column
    const shardId = (rows as { shard_id: string }[])[0]?.shard_id ?? ''
    if (this.#homes.size >= organizationsMax) this.#homes.clear()
    this.#homes.set(organizationId, shardId)
    return shardId
  }

  /** Who reads while the map is loaded uses what is known. */
  #refresh(everyMs: number): void {
    if (performance.now() - this.#loadedMs < everyMs) return
    this.#loadedMs = performance.now()
    this.#loading ??= this.#load()
      .catch(() => undefined)
      .finally(() => {
        this.#loading = undefined
      })
  }

  async #load(): Promise<void> {
    const { rows } = await this.#ask(selectShards)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names its columns
    const map = toShardMap(rows as ShardRow[])
    if (map.version === this.#map?.version) {
      this.#forgetStrangers(map)
      return
    }
    this.#map = map
    this.#homes.clear()
    this.#onChange()
  }

  /** An answer that was under way when the map changed may name a shard that is gone. */
  #forgetStrangers({ shards }: ShardMap): void {
    for (const [organizationId, shardId] of this.#homes) {
      if (!shards.has(shardId)) this.#homes.delete(organizationId)
    }
  }
}
