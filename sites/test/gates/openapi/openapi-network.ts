import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createServer as createListener, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A server that may be asked, listeners that may not, and how often somebody came to these. */
export interface HostileNetwork {
  readonly origin: string
  /** Paths of the server, each with something hostile; all are refused, or read, in time. */
  readonly paths: readonly string[]
  readonly trapped: () => number
  /** A document that refers to the listeners by many spellings. */
  readonly astray: string
  readonly close: () => void
}

const goodAddress = '127.0.0.1'
const trapAddresses = ['127.0.0.2', '127.0.0.53', '::1']
const head = '{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}'

export async function openHostileNetwork(): Promise<HostileNetwork> {
  let trapped = 0
  const traps: string[] = []
  const closing: (() => void)[] = []
  for (const address of trapAddresses) {
    const trap = createListener((socket) => {
      trapped += 1
      socket.destroy()
    })
    trap.listen(0, address)
    await once(trap, 'listening')
    closing.push(() => trap.close())
    const host = address.includes(':') ? `[${address}]` : address
    traps.push(`http://${host}:${portOf(trap)}`)
  }
  const answers = hostileAnswers(traps)
  const server = createServer(({ url = '/' }, response) => {
    const answer = answers.get(url) ?? linkedFile(url)
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  server.listen(0, goodAddress)
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://${goodAddress}:${portOf(server)}`,
    paths: [...answers.keys()],
    trapped: () => trapped,
    astray: documentWith(astrayReferences(traps)),
    close: () => {
      for (const close of closing) close()
    },
  }
}

function portOf(server: Server | ReturnType<typeof createListener>): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port
}

function documentWith(references: readonly string[]): string {
  const schemas = Object.fromEntries(references.map(($ref, at) => [`S${at}`, { $ref }]))
  return `${head},"components":{"schemas":${JSON.stringify(schemas)}}}`
}

function astrayReferences(traps: readonly string[]): string[] {
  const [first = ''] = traps
  const { port } = new URL(first)
  const spelled = ['localhost', '2130706434', '0x7f000002', '127.2', '[::ffff:127.0.0.2]']
  return [
    ...traps.map((trap) => `${trap}/schema.json#/A`),
    ...spelled.map((host) => `http://${host}:${port}/schema.json`),
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
    '../../../../etc/passwd',
  ]
}

type Answer = (response: ServerResponse) => void

function to(location: string): Answer {
  return (response) => response.writeHead(302, { location }).end()
}

function say(text: string): Answer {
  return (response) => response.end(text)
}

function hostileAnswers(traps: readonly string[]): Map<string, Answer> {
  const ofTraps = traps.flatMap((trap, at) => [
    [`/redirect-${at}`, to(`${trap}/openapi.json`)] as const,
    [`/refers-${at}`, say(documentWith([`${trap}/schema.json#/A`]))] as const,
  ])
  return new Map<string, Answer>([
    ...ofTraps,
    ['/astray', say(documentWith(astrayReferences(traps)))],
    ['/redirects-to-itself', to('/redirects-to-itself')],
    ['/redirects-to-file', to('file:///etc/passwd')],
    ['/slow', drip],
    ['/never', () => undefined],
    ['/endless', endless],
    ['/zipped', zipped],
    ['/cut', (response) => response.writeHead(200, { 'content-length': 1e6 }).end('{')],
    ['/files-0', say(documentWith(['/files-1#/A']))],
    [
      '/many-files',
      say(documentWith(Array.from({ length: 200 }, (_, at) => `/file-${at}`))),
    ],
  ])
}

/** A file that refers to the next one, without end. */
function linkedFile(url: string): Answer | undefined {
  const number = /^\/files?-(\d{1,6})$/.exec(url)?.[1]
  if (number === undefined) return undefined
  return (response) =>
    response.end(`{"A":{"items":{"$ref":"/files-${Number(number) + 1}#/A"}}}`)
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}

function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(65_536, ' ')
  const write = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', write)
  write()
}

function zipped(response: ServerResponse): void {
  response.writeHead(200, { 'content-encoding': 'gzip' })
  response.end(gzipSync(Buffer.alloc(200_000_000, ' '), { level: 9 }))
}
