import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Stand for the public internet; every other address is a canary. */
export const publicAddresses = ['93.184.216.34', '151.101.1.69'] as const
export const publicAddress6 = '2606:2800:220:1:248:1893:25c8:1946'

/** Public, but it refuses connections to `deadPort`: who looks further takes the next address of the name. */
export const deadAddress = '151.101.1.70'
export const deadPort = 7070

/** The addresses that a name can have besides the dead one. */
export const nextAddresses =
  '127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 100.100.100.200 169.254.169.254 168.63.129.16 198.18.0.1'.split(
    ' ',
  )

const ports = [
  22, 25, 80, 443, 1023, 2375, 3000, 5432, 6379, 8000, 8080, 8443, 9200, 11_211,
]

export interface Canaries {
  /** Of every connection to an address that is not public: to where, and with how many bytes. */
  readonly touched: { readonly address: string; bytes: number }[]
  readonly close: () => void
}

/** Every address there is belongs to this machine, so that no packet can be lost unseen. */
export async function openNetwork(
  folder: string,
  answer: RequestListener,
): Promise<Canaries> {
  await execute('ip', ['link', 'set', 'lo', 'up'])
  await execute('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
  await execute('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
  const resolvConf = path.join(folder, 'resolv.conf')
  await writeFile(resolvConf, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  await execute('mount', ['--bind', resolvConf, '/etc/resolv.conf'])

  const touched: { address: string; bytes: number }[] = []
  const publicServer = createHttpServer(answer)
  // Slow answers are the point of some vectors.
  publicServer.requestTimeout = 0
  const servers: Server[] = []
  const listenAt = async (port: number, host: string) => {
    const server = createServer((socket) => {
      const address = localAddressOf(socket)
      if (isPublicStandIn(address)) publicServer.emit('connection', socket)
      else watch(socket, `${address}:${port}`)
    })
    server.listen({ port, host })
    await once(server, 'listening')
    servers.push(server)
  }
  for (const port of ports) await listenAt(port, '::')
  for (const address of [...publicAddresses, ...nextAddresses]) {
    await listenAt(deadPort, address)
  }

  function watch(socket: Socket, address: string): void {
    const touch = { address, bytes: 0 }
    touched.push(touch)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      touch.bytes += chunk.length
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\ncanary',
      )
    })
  }

  return {
    touched,
    close() {
      for (const server of servers) server.close()
      publicServer.closeAllConnections()
    },
  }
}

function localAddressOf({ localAddress = '' }: Socket): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '')
}

function isPublicStandIn(address: string): boolean {
  return address === publicAddress6 || publicAddresses.some((known) => known === address)
}
