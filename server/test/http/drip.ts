import { connect } from 'node:net'

export interface Dripped {
  /** The line of the request. */
  readonly line: string
  /** Undefined if the server did not close it in time. */
  readonly ms: number | undefined
  readonly answer: string
}

/** Far more than any of the tests allows, and what a busy machine adds. */
const giveUpMs = 25_000

/** A request that never ends. */
export interface Endless {
  readonly line: string
  readonly headers?: readonly string[]
  /** Sent every tenth of a second, once the head is there. */
  readonly drop?: string
}

/** Sends a request whose body never ends, and says how long the server let it. */
export async function drip(
  url: string,
  { line, headers = [], drop = 'x' }: Endless,
): Promise<Dripped> {
  const { hostname, port, host } = new URL(url)
  const head = [
    line,
    ...headers,
    `Host: ${host}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
  ]
  return endless({ hostname, port, line }, `${head.join('\r\n')}\r\n\r\n`, drop)
}

/** Sends bytes, then a drop at a time, until the server closes the connection. */
export async function endless(
  { hostname, port, line }: { hostname: string; port: string; line: string },
  bytes: string,
  drop: string,
): Promise<Dripped> {
  const startedMs = performance.now()
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    answer += text
  })
  socket.on('error', () => undefined)
  socket.write(bytes)
  const dripping = setInterval(() => socket.write(drop), 100)
  let isClosed = false
  await new Promise<void>((resolve) => {
    const waiting = setTimeout(resolve, giveUpMs)
    socket.once('close', () => {
      isClosed = true
      clearTimeout(waiting)
      resolve()
    })
  })
  clearInterval(dripping)
  socket.destroy()
  return { line, ms: isClosed ? performance.now() - startedMs : undefined, answer }
}
