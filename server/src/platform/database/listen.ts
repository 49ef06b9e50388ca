import { Client, type ClientConfig } from 'pg'

const reconnectMs = 1_000

/**
 * Listens on a connection of its own and comes back by itself when it is lost. What was announced
 * meanwhile went unheard: then it is told of something that nobody has said what it is.
 */
export async function listen(
  config: ClientConfig,
  channel: string,
  onNotify: (payload?: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let current: Client | undefined
  await connect()

  async function connect(): Promise<void> {
    const client = new Client(config)
    client.on('notification', ({ payload }) => onNotify(payload))
    client.on('error', () => undefined)
    await client.connect()
    try {
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    // Stopped while it connected: nobody else would ever close it.
    if (stopped) await client.end()
    else {
      current = client
      client.once('end', reconnectLater)
    }
  }
  function reconnectLater(): void {
    setTimeout(() => {
      if (stopped) return
      connect().then(() => onNotify(), reconnectLater)
    }, reconnectMs).unref()
  }

  return async () => {
    stopped = true
    await current?.end()
  }
}
