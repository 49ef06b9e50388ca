import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const
const nameError = 3
const serverFailure = 2

/** What a name server says of a name; `failure` where it cannot answer. */
export type TestRecords =
  | Readonly<Partial<Record<keyof typeof types, readonly string[]>>>
  | 'failure'

export interface TestDns {
  /** For `DNS_SERVERS`. */
  readonly address: string
  readonly zone: Map<string, TestRecords>
  /** Every name that was asked for. */
  readonly asked: string[]
  readonly stop: () => void
}

/** A name server over UDP that knows what a test has put into its zone, and follows no alias. */
export async function startTestDns(): Promise<TestDns> {
  const zone = new Map<string, TestRecords>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const question = questionOf(message)
    asked.push(question.name)
    socket.send(answerTo(message, question, zone.get(question.name)), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  return { address: `127.0.0.1:${port}`, zone, asked, stop: () => socket.close() }
}

interface Question {
  readonly name: string
  readonly type: number
  /** The question as it was sent, to be repeated in the answer. */
  readonly bytes: Buffer
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

function answerTo(
  message: Buffer,
  { type, bytes }: Question,
  records: TestRecords | undefined,
): Buffer {
  const known = records === 'failure' ? {} : (records ?? {})
  const answers = Object.entries(types)
    .filter(([, number]) => number === type)
    .flatMap(([name]) =>
      Object.entries(known)
        .filter(([kind]) => kind === name)
        .flatMap(([, values]) => values)
        .map((value) => record(type, value)),
    )
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  const failed = records === 'failure' ? serverFailure : 0
  head.writeUInt16BE(0x81_80 | (records === undefined ? nameError : failed), 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  return Buffer.concat([head, bytes, ...answers])
}

function record(type: number, value: string): Buffer {
  const rest = dataOf(type, value)
  const head = Buffer.alloc(12)
  // Points back to the name of the question.
  head.writeUInt16BE(0xc0_0c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(rest.length, 10)
  return Buffer.concat([head, rest])
}

function dataOf(type: number, value: string): Buffer {
  if (type === types.A) return Buffer.from(value.split('.').map(Number))
  if (type === types.TXT) {
    // In pieces, as long texts are kept.
    return Buffer.concat([piece(value.slice(0, 10)), piece(value.slice(10))])
  }
  if (type === types.CNAME) {
    return Buffer.concat([...value.split('.').map(piece), Buffer.from([0])])
  }
  return Buffer.from(value.split(':').map((part) => Number.parseInt(part, 16)))
}

function piece(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}
