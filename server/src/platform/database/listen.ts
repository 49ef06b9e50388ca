import { Client, type ClientConfig } from 'pg'

const reconnectMs = 1_000

/**
 * Listens on a separate connection and reconnects when the connection is lost. Notifications sent
 * meanwhile are missed, so after a reconnection `onNotify` is called without a payload.
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
    // Stopped while connecting: nothing else would close this client.
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
