import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What PostgreSQL says while somebody logs in by SCRAM. */
const ofLogin = (kind: number, text: string) => {
  const message = Buffer.alloc(9 + text.length, `R12345678${text}`)
  message.writeInt32BE(8 + text.length, 1)
  message.writeInt32BE(kind, 5)
  return message
}
export const asksForPassword = ofLogin(10, 'SCRAM-SHA-256\0\0')
export const goesOn = ofLogin(11, 'r=nonce,s=c2FsdA==,i=4096')

/** A server that says one thing after the other, whatever it is told. */
export async function answering(replies: readonly (string | Buffer)[]) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const left = [...replies]
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(left.shift() ?? ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return {
    port: address.port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
