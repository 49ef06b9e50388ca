import type { FastifyReply } from 'fastify'

import { encode, type EncodedPage } from '#/serve/pages/hot-pages.ts'

import type { Encoding } from './accept.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Buffer
}

/** Sends a finished page in one write, through `reply.raw`: its headers are complete. */
export function writeReady(reply: FastifyReply, status: number, page: EncodedPage): void {
  reply.hijack()
  reply.raw.writeHead(status, [...page.headers])
  reply.raw.end(page.bytes)
}

/** Sends 304 without the content type, as the reader already has the body. */
export function writeNotModified(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  const { 'content-type': _type, ...kept } = headers
  reply.hijack()
  reply.raw.writeHead(304, kept)
  reply.raw.end()
}

const compressible =
  /^(?:text\/|application\/(?:json|xml|rss\+xml|javascript)|image\/svg)/
const smallBytes = 512

export async function writeAnswer(
  reply: FastifyReply,
  { status, headers, body }: Answer,
  wanted: Encoding,
): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const type = String(headers['content-type'] ?? '')
  const isSmall = bytes.length < smallBytes || !compressible.test(type)
  const encoding = isSmall ? 'identity' : wanted
  const encoded = await encode(bytes, encoding)
  reply.hijack()
  reply.raw.writeHead(status, {
    ...withLists(headers),
    ...(status !== 204 && { 'content-length': String(encoded.length) }),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  })
  reply.raw.end(encoded)
}

function withLists(headers: Answer['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : [...value],
    ]),
  )
}
