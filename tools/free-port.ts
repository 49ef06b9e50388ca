import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports to choose from. The kernel hands out higher ones by itself, to outgoing connections
 * and to whoever listens at port 0, so it may take one again before it is used.
 */
const portMin = 10_240
const portMax = 32_767
const triesMax = 100

/** A port that is free right now; two callers hardly ever get the same one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(portMin, portMax + 1)
    if (await isFree(port, '127.0.0.1')) return port
  }
  throw new Error('No free port was found')
}

/** Whether nobody listens at this port; 0 is any that is free. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
