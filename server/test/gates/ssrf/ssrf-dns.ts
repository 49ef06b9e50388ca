import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

import ipaddr from 'ipaddr.js'

/** What a name leads to; asked anew each time, so that it can lead elsewhere the next time. */
export type Zone = Map<string, () => readonly string[] | 'silence'>

const typeA = 1
const typeAaaa = 28
const nameError = 3

interface Question {
  readonly name: string
  readonly type: number
  /** The question as it was sent, to be repeated in the answer. */
  readonly bytes: Buffer
}

/** A name server that says exactly what the vectors want it to. */
export async function startDns(zone: Zone): Promise<() => void> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const answer = answerTo(message, zone)
    if (answer !== undefined) socket.send(answer, port, address)
  })
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
  return () => socket.close()
}

function answerTo(message: Buffer, zone: Zone): Buffer | undefined {
  const question = questionOf(message)
  const addresses = zone.get(question.name)?.()
  if (addresses === 'silence') return undefined
  const records = (addresses ?? [])
    .filter((address) => isIPv4(address) === (question.type === typeA))
    .filter(() => question.type === typeA || question.type === typeAaaa)
    .map((address) => record(question.type, address))
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x81_80 | (addresses === undefined ? nameError : 0), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, question.bytes, ...records])
}

function questionOf(message: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return {
    name: labels.join('.'),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(12, at + 5),
  }
}

function record(type: number, address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  // Points back to the name of the question.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}
