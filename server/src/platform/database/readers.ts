import { Client, type ClientBase, type ClientConfig } from 'pg'

import { isConnectionFailure } from './database-errors.ts'
import type { WireStatement } from './queryable.ts'
import { sendTogether } from './send-together.ts'

interface Lane {
  /** When it last answered: answers come in the order of what was sent. */
  answeredMs: number
  client: Client | undefined
  connecting: Promise<Client> | undefined
}

export interface ReadOptions {
  /** Gets the time without what was before it on its connection, in milliseconds. */
  readonly note?: (ms: number) => void
  /** The most milliseconds it may take, where that is less than the connection allows. */
  readonly msMax?: number | undefined
  /** Asked behind it on the same connection: without a row, what was read does not count. */
  readonly proof?: WireStatement | undefined
}

/** What was read is not where it was looked for any more. */
export class UnprovenReadError extends Error {}

export interface Readers {
  readonly query: (
    wire: WireStatement,
    options?: ReadOptions,
  ) => Promise<{ rows: never[] }>
  readonly close: () => Promise<void>
}

/**
 * A few dedicated connections that pipeline short reads without waiting for answers. Nothing with
 * session state may run on them, and a slow read delays those behind it, so the statement timeout
 * is short.
 */
export function openReaders(
  config: ClientConfig,
  size: number,
  onConnect: (client: Client) => Promise<void>,
): Readers {
  const lanes: Lane[] = Array.from({ length: size }, () => ({
    answeredMs: 0,
    client: undefined,
    connecting: undefined,
  }))
  let turn = 0
  let closed = false

  function connected(lane: Lane): Promise<Client> {
    lane.connecting ??= connect(lane).finally(() => {
      lane.connecting = undefined
    })
    return lane.connecting
  }

  async function connect(lane: Lane): Promise<Client> {
    const client = await openClient(config, onConnect)
    const drop = () => {
      if (lane.client === client) lane.client = undefined
    }
    client.on('error', drop)
    client.on('end', drop)
    if (closed) await client.end()
    else lane.client = client
    return client
  }

  /** Moves on to the next lane: all reads of one turn of the event loop share a lane. */
  function takeTurns(): void {
    turn = (turn + 1) % size
  }

  async function query(
    wire: WireStatement,
    options: ReadOptions,
    failedLane?: Lane,
  ): Promise<{ rows: never[] }> {
    const lane = failedLane ?? lanes[turn]
    if (lane === undefined) throw new Error('There are no reader connections')
    let client: Client | undefined
    try {
      client = lane.client ?? (await connected(lane))
      sendTogether(client, takeTurns)
      return await timed(lane, options, send(client, wire, options))
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      // An earlier failed read may have given the lane a new connection already.
      if (client !== undefined && lane.client === client) lane.client = undefined
      // Reads change nothing, so a connection that died under one is worth a second try: on the
      // same lane, which reconnects, since the other lanes may have died in the same moment.
      if (failedLane !== undefined || closed) throw error
      return query(wire, options, lane)
    }
  }

  return {
    query: async (wire, options = {}) => query(wire, options),
    async close() {
      closed = true
      await Promise.allSettled(lanes.map(async (lane) => lane.client?.end()))
    },
  }
}

/** Notes how long a read took, also one that failed: it may have run out of time. */
async function timed<Found>(
  lane: Lane,
  { note }: ReadOptions,
  found: Promise<Found>,
): Promise<Found> {
  const sentMs = performance.now()
  const answered = () => {
    const nowMs = performance.now()
    note?.(nowMs - Math.max(sentMs, lane.answeredMs))
    lane.answeredMs = nowMs
  }
  try {
    const result = await found
    answered()
    return result
  } catch (error) {
    if (!isConnectionFailure(error)) answered()
    throw error
  }
}

async function openClient(
  config: ClientConfig,
  onConnect: (client: Client) => Promise<void>,
): Promise<Client> {
  const client = new Client({ ...config, pipeline: true })
  // A lost connection fails the reads on it, which handle the loss.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await onConnect(client)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Sends a read with a callback: the promise that pg would make costs two more per read. Less time
 * than the connection allows is given in a transaction, which a pooler keeps together.
 */
export async function send(
  client: ClientBase,
  wire: WireStatement,
  { msMax, proof }: ReadOptions = {},
): Promise<{ rows: never[] }> {
  if (proof !== undefined) {
    const all = [send(client, wire, { msMax }), sendAlone(client, proof)] as const
    const [found, proven] = await Promise.all(all)
    if (proven.rows.length === 0) throw new UnprovenReadError('A shard was moved')
    return found
  }
  if (msMax === undefined) return sendAlone(client, wire)
  const all = [
    sendAlone(client, { text: 'begin', values: [] }),
    sendAlone(client, {
      text: `set local statement_timeout = ${Math.ceil(msMax)}`,
      values: [],
    }),
    sendAlone(client, wire),
    // Ends the transaction also where the read failed.
    sendAlone(client, { text: 'commit', values: [] }),
  ] as const
  await Promise.allSettled(all)
  const [began, limited, found] = all
  await Promise.all([began, limited])
  return found
}

async function sendAlone(
  client: ClientBase,
  wire: WireStatement,
): Promise<{ rows: never[] }> {
  return new Promise((resolve, reject) => {
    client.query(wire, (error: Error | null | undefined, result: { rows: never[] }) => {
      if (error) reject(error)
      else resolve(result)
    })
  })
}
