import {
  selectNodes,
  selectShardOf,
  selectShards,
  type Shard,
  type ShardMap,
  type ShardRow,
  toShardMap,
} from './shard-map.ts'

const organizationsMax = 50_000
/** After so long the whole map is loaded again, whatever the nodes are. */
const loadEveryMs = 60_000
/** After so long it is asked whether the nodes are the same: one may have taken another's place. */
const lookEveryMs = 2_000
const loadAgainMs = 1_000

export type Ask = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Knows where the rows of organizations are, as the coordinator last said. */
export class ShardDirectory {
  readonly #ask: Ask
  readonly #onChange: () => void
  /** A map has insertion order; what is read is inserted anew, so the oldest is first. */
  readonly #homes = new Map<string, string>()
  readonly #finding = new Map<string, Promise<string>>()
  #map: ShardMap | undefined
  #nodes = ''
  #loadedMs = Number.NEGATIVE_INFINITY
  #lookedMs = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined
  /** Whether the whole map is to be loaded after what is under way. */
  #isLoadWanted = false

  constructor(ask: Ask, onChange: () => void) {
    this.#ask = ask
    this.#onChange = onChange
  }

  /** Undefined where it is not known, or not known yet. */
  async shardOf(organizationId: string): Promise<Shard | undefined> {
    this.#refresh()
    if (this.#map === undefined) return undefined
    const known = this.#homes.get(organizationId)
    if (known === undefined) return this.#map.shards.get(await this.#find(organizationId))
    this.#homes.delete(organizationId)
    this.#homes.set(organizationId, known)
    return this.#map.shards.get(known)
  }

  placeOf({ node }: Shard): { readonly host: string; readonly port: number } | undefined {
    return this.#map?.nodes.get(node)
  }

  hasNode(name: string): boolean {
    return this.#map?.nodes.has(name) ?? false
  }

  /** What was known of the organization has turned out to be different. */
  forget(organizationId: string): void {
    this.#homes.delete(organizationId)
    this.#refresh(loadAgainMs)
  }

  async close(): Promise<void> {
    this.#loadedMs = Number.POSITIVE_INFINITY
    this.#lookedMs = Number.POSITIVE_INFINITY
    await this.#loading
  }

  /** Many who read of one organization for the first time ask once. */
  async #find(organizationId: string): Promise<string> {
    const asked = this.#finding.get(organizationId)
    if (asked !== undefined) return asked
    const finding = this.#askFor(organizationId).finally(() => {
      this.#finding.delete(organizationId)
    })
    this.#finding.set(organizationId, finding)
    return finding
  }

  async #askFor(organizationId: string): Promise<string> {
    const { rows } = await this.#ask(selectShardOf, [organizationId])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names its column
    const shardId = (rows as { shard_id: string }[])[0]?.shard_id ?? ''
    this.#homes.set(organizationId, shardId)
    for (const oldest of this.#homes.keys()) {
      if (this.#homes.size <= organizationsMax) break
      this.#homes.delete(oldest)
    }
    return shardId
  }

  /** Who reads while the map is loaded uses what is known. */
  #refresh(everyMs = loadEveryMs): void {
    const nowMs = performance.now()
    const isOld = nowMs - this.#loadedMs >= everyMs
    if (!isOld && nowMs - this.#lookedMs < lookEveryMs) return
    if (isOld) {
      this.#loadedMs = nowMs
      this.#isLoadWanted = true
    }
    this.#lookedMs = nowMs
    this.#loading ??= this.#look()
      .catch(() => undefined)
      .finally(() => {
        this.#loading = undefined
      })
  }

  async #look(): Promise<void> {
    const { rows } = await this.#ask(selectNodes)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names its column
    const nodes = (rows as { nodes: string }[])[0]?.nodes ?? ''
    if (!this.#isLoadWanted && nodes === this.#nodes) return
    this.#isLoadWanted = false
    await this.#load()
    this.#nodes = nodes
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
