import type { ClientConfig } from 'pg'

import { createTextCache } from '#/platform/caches/text-cache.ts'

import { at } from '../connecting.ts'
import { databaseErrorCode, isConnectionFailure } from '../database-errors.ts'
import type { WireStatement } from '../queryable.ts'
import { type ReadOptions, UnprovenReadError } from '../readers.ts'
import type { Reading } from '../reading.ts'
import type { LeftReason } from './left-reasons.ts'
import { type Ask, ShardDirectory } from './shard-directory.ts'
import { selectStillHere, type Shard } from './shard-map.ts'
import { withTables } from './shard-text.ts'

/**
 * So many statements are kept prepared, each for one shard: they take memory of the node for each
 * connection. Others are planned by the node each time.
 */
const statementsMax = 1000
/** The room for the texts of statements with the names of shards, which are made again if need be. */
const textBytesMax = 16 * 1024 * 1024
/** A node that does not answer is not asked for so long: the coordinator says what is the matter. */
const awayMs = 5_000
/** Longer than any read waits and takes. */
const drainMs = 20_000

interface Parts {
  readonly client: ClientConfig
  /** Asks the coordinator. */
  readonly ask: Ask
  readonly open: (client: ClientConfig) => Reading
  /** Called for each read that is left to the coordinator. */
  readonly onLeft?: ((reason: LeftReason) => void) | undefined
}

interface Node {
  readonly reading: Reading
  readonly statements: Set<string>
  awayUntilMs: number
}

/**
 * On a Citus cluster, reads about one organization go straight to the node that has its rows, under
 * the names that its shards have there: planned once, and without the coordinator planning each
 * call anew. Whatever stands in the way, the coordinator is asked.
 */
export class ShardReading {
  readonly #parts: Parts
  readonly #directory: ShardDirectory
  readonly #nodes = new Map<string, Node>()
  readonly #former = new Set<Node>()
  #texts = createTextCache({ bytesMax: textBytesMax })
  readonly #organizationAt = new Map<string, number | undefined>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#directory = new ShardDirectory(parts.ask, () => this.#restart())
  }

  /** What was read from the node that has the rows; undefined to ask the coordinator. */
  async query(
    wire: WireStatement,
    options: Omit<ReadOptions, 'note' | 'proof'>,
  ): Promise<{ rows: never[] } | undefined> {
    const organizationId = this.#organizationIn(wire)
    if (organizationId === undefined) return this.#leave('several_organizations')
    // The coordinator, which is asked where it is, is asked for the rows if that fails.
    const shard = await this.#directory.shardOf(organizationId).catch(() => undefined)
    if (shard === undefined) return this.#leave('unknown_shard')
    const node = this.#nodeOf(shard)
    const placed = this.#placed(shard, wire)
    if (node === undefined) return this.#leave('unknown_shard')
    if (placed === undefined) return this.#leave('other_tables')
    if (isAway(node)) return this.#leave('unreachable')
    const sent = withinBudget(node, placed)
    const proof = {
      ...(sent.name !== undefined && { name: 'shard.still-here' }),
      text: selectStillHere,
      values: [shard.id],
    }
    try {
      return await node.reading.query(organizationId, sent, { ...options, proof })
    } catch (error) {
      if (isUnreachable(error)) node.awayUntilMs = performance.now() + awayMs
      else if (isOtherThanKnown(error)) this.#directory.forget(organizationId)
      else throw error
      return this.#leave(isAway(node) ? 'unreachable' : 'moved')
    }
  }

  #leave(reason: LeftReason): undefined {
    this.#parts.onLeft?.(reason)
    return undefined
  }

  async close(): Promise<void> {
    await this.#directory.close()
    const all = [...this.#nodes.values(), ...this.#former]
    this.#former.clear()
    await Promise.all(all.map(async ({ reading }) => reading.close()))
  }

  /** The organization whose rows alone are read. */
  #organizationIn({ name, text, values }: WireStatement): string | undefined {
    const key = name ?? text
    if (!this.#organizationAt.has(key)) this.#organizationAt.set(key, parameterIn(text))
    const value = values[this.#organizationAt.get(key) ?? -1]
    return typeof value === 'string' ? value : undefined
  }

  #placed(
    shard: Shard,
    { name, text, values }: WireStatement,
  ): WireStatement | undefined {
    const key = `${shard.id} ${name ?? text}`
    let placed = this.#texts.get(key)
    if (placed === undefined) {
      placed = withTables(text, (table) => shard.names.get(table)) ?? ''
      this.#texts.set(key, placed)
    }
    // No text is one that the coordinator is asked.
    if (placed === '') return undefined
    return {
      ...(name !== undefined && { name: `${name}.${shard.id}` }),
      text: placed,
      values,
    }
  }

  #nodeOf(shard: Shard): Node | undefined {
    const known = this.#nodes.get(shard.node)
    if (known !== undefined) return known
    const place = this.#directory.placeOf(shard)
    if (place === undefined) return undefined
    const { client, open } = this.#parts
    const node: Node = {
      reading: open(at(client, place)),
      statements: new Set(),
      awayUntilMs: 0,
    }
    this.#nodes.set(shard.node, node)
    return node
  }

  /**
   * Goes on with what the directory now says: with the same connections to servers that still have
   * shards, and new ones where much is prepared for shards that may be gone. Reads under way come to
   * their end.
   */
  #restart(): void {
    for (const [name, node] of this.#nodes) {
      if (this.#directory.hasNode(name) && hasRoom(node)) continue
      this.#nodes.delete(name)
      this.#former.add(node)
      setTimeout(() => {
        if (this.#former.delete(node)) node.reading.close().catch(() => undefined)
      }, drainMs).unref()
    }
    this.#texts = createTextCache({ bytesMax: textBytesMax })
  }
}

/** The place of the one value that every `organization_id` in the text is compared with. */
function parameterIn(text: string): number | undefined {
  const places = [...text.matchAll(/\borganization_id"? = \$(\d+)/g)].map(
    ([, number]) => Number(number) - 1,
  )
  const [first] = places
  return places.every((place) => place === first) ? first : undefined
}

function hasRoom({ statements }: Node): boolean {
  return statements.size < statementsMax / 2
}

function isAway({ awayUntilMs }: Node): boolean {
  return performance.now() < awayUntilMs
}

/** The statement without its name, by which it would be kept prepared, where there are too many. */
function withinBudget({ statements }: Node, placed: WireStatement): WireStatement {
  const { name, ...unnamed } = placed
  if (name === undefined || statements.has(name)) return placed
  if (statements.size >= statementsMax) return unnamed
  statements.add(name)
  return placed
}

/** Whether a process that gets this from a node asks the coordinator instead. */
export function isLeftToCoordinator(error: unknown): boolean {
  return isUnreachable(error) || isOtherThanKnown(error)
}

/**
 * The node does not answer this process: also where its name is not known here, its certificate not
 * trusted, or its rules let nobody in but the coordinator.
 */
function isUnreachable(error: unknown): boolean {
  if (isConnectionFailure(error)) return true
  const code = databaseErrorCode(error)
  if (code === undefined) return error instanceof Error && /SSL|SASL/.test(error.message)
  const isOfDatabase = /^[\dA-Z]{5}$/.test(code)
  return !isOfDatabase || /^(?:28|3D)/.test(code)
}

/**
 * The shard was moved, or a table or column is not there or another: the schema has changed since.
 * Of two equal reads that are sent together, the second finds no prepared statement (26000).
 */
function isOtherThanKnown(error: unknown): boolean {
  if (error instanceof UnprovenReadError) return true
  return /^(?:42|26000|0A000)/.test(databaseErrorCode(error) ?? '')
}
