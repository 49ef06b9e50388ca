import { gzipSync } from 'node:zlib'

import { bodyBytesMax } from '#/platform/http/large-requests.ts'

import { type Case, plainRequest, type Sources } from './contract-cases.ts'
import { bytesMaxOf, depthMax, type Generated, isWrite } from './contract-request.ts'
import { oddTexts } from '../generate/generate-mutations.ts'
import type { Target } from '../generate/generate-schema.ts'
import type { WireHeaders } from '../generate/generate-wire.ts'

const json = 'application/json'

const brokenBodies: Readonly<Record<string, string | Buffer>> = {
  'cut off': '{"title":"a"',
  'single quotes': "{'title':'a'}",
  'trailing comma': '{"title":"a",}',
  comment: '{"title":"a"}//',
  'two values': '{}{}',
  'byte order mark': '\ufeff{"title":"a"}',
  'a number': '5',
  'a text': '"title"',
  'a list': '[]',
  null: 'null',
  'not a number': '{"title":NaN}',
  'a raw NUL': '{"title":"a\0b"}',
  'no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('{"title":"a"}', 'utf16le'),
  'half a surrogate pair': String.raw`{"title":"\ud800"}`,
  'an escaped NUL': String.raw`{"a\u0000":1}`,
  'white space': ' \n\t ',
  'a huge number': '{"title":1e999}',
}

/** Bodies that are no JSON, or JSON that nobody should send. */
export function brokenBodyCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const headers = { 'content-type': json }
  const broken = Object.entries(brokenBodies).map(([note, body]) => ({
    request: { ...base, headers, body: Buffer.from(body), note: `body: ${note}` },
  }))
  if (target.body === undefined) return broken
  const text = base.body?.toString() ?? '{}'
  const deep = [depthMax - 1, depthMax, 10_000, 100_000].map((depth) => ({
    request: {
      ...base,
      body: Buffer.from(
        `${text.slice(0, -1)}${text === '{}' ? '' : ','}"deep":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      ),
      note: `body: ${depth} levels in one key`,
    },
  }))
  const bytesMax = bytesMaxOf(target)
  const sizes = [bytesMax - 1, bytesMax, bytesMax + 1].map((bytes, index) => ({
    request: {
      ...base,
      body: padded(text, bytes),
      note: `body: ${bytes} bytes`,
    },
    limit: { name: `body bytes ${bytesMax}`, offset: index - 1 },
  }))
  const empty = [
    { request: { ...base, body: undefined, headers: {}, note: 'body: none' } },
    { request: { ...base, body: Buffer.alloc(0), headers, note: 'body: empty' } },
  ]
  return [...broken, ...deep, ...sizes, ...empty]
}

function padded(text: string, bytes: number): Buffer {
  return Buffer.concat([Buffer.from(text), Buffer.alloc(bytes, ' ')]).subarray(0, bytes)
}

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  'application/json, text/plain',
  ';',
  '',
]

/** The same body under other names. */
export function contentTypeCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const body = base.body ?? Buffer.from('{}')
  return [
    ...contentTypes.map((type) => ({
      request: {
        ...base,
        body,
        headers: { 'content-type': type },
        note: `content type "${type}"`,
      },
    })),
    { request: { ...base, body, headers: {}, note: 'no content type' } },
    ...encodings.map(([note, encoding, encode]) => ({
      request: {
        ...base,
        body: encode(body),
        headers: { 'content-type': json, 'content-encoding': encoding },
        note: `encoding: ${note}`,
      },
    })),
  ]
}

const unchanged = (body: Buffer) => body
const bomb = gzipSync(Buffer.alloc(32 * bodyBytesMax, ' '))

const encodings: readonly (readonly [string, string, (body: Buffer) => Buffer])[] = [
  ['gzip that is none', 'gzip', unchanged],
  ['deflate that is none', 'deflate', unchanged],
  ['brotli that is none', 'br', unchanged],
  ['an unknown one', 'sdch', unchanged],
  ['identity', 'identity', unchanged],
  ['two at once', 'gzip, br', unchanged],
  ['gzip', 'gzip', (body) => gzipSync(body)],
  ['gzip cut off', 'gzip', (body) => gzipSync(body).subarray(0, 15)],
  ['gzip that grows beyond measure', 'gzip', () => bomb],
]

const oddHeaders: readonly WireHeaders[] = [
  { 'if-match': '*' },
  { 'if-match': '"1"' },
  { 'if-match': '"999999999-abc"' },
  { 'if-match': 'W/"1-abc"' },
  { 'if-match': '1' },
  { 'if-match': '"1-a", "2-b"' },
  { 'if-match': '"-1"' },
  { 'if-match': '' },
  { 'if-match': `"${'9'.repeat(300)}"` },
  { 'if-none-match': '*' },
  { 'if-none-match': '"1-abc", W/"2"' },
  { 'if-none-match': ','.repeat(5000) },
  { 'x-request-id': 'mine-1' },
  { 'x-request-id': 'a b\tc' },
  { 'x-request-id': 'x'.repeat(5000) },
  { 'x-request-id': ['one', 'two'] },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { traceparent: 'nonsense' },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'identity;q=0' },
  { origin: 'https://elsewhere.example' },
  { range: 'bytes=0-1' },
  { expect: '100-continue' },
  { prefer: 'return=minimal' },
  { authorization: 'Bearer' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer lec_u_${'x'.repeat(38)}` },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
]

/** Headers that change what an answer is, and headers that should not. */
export function headerCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const odd = oddHeaders.map((headers) => ({
    request: {
      ...base,
      headers: { ...base.headers, ...headers },
      note: `header ${JSON.stringify(headers).slice(0, 60)}`,
    },
  }))
  if (!isWrite(target.definition)) return odd
  const keys = [254, 255, 256].map((length, index) => ({
    request: withKey(base, 'k'.repeat(length), `Idempotency-Key of ${length}`),
    limit: { name: 'header.idempotency-key maxLength 255', offset: index - 1 },
  }))
  const key = `repeated ${sources.random.below(1e9)}`
  const twice = [1, 2].map((time) => ({
    request: withKey(base, key, `the same Idempotency-Key, time ${time}`),
  }))
  const reused = {
    ...base,
    ...withKey(base, key, 'an Idempotency-Key of another request'),
    query: [['other', '1']] as const,
  }
  const strange = withKey(base, 'é ü', 'Idempotency-Key outside ASCII')
  return [...odd, ...keys, ...twice, { request: reused }, { request: strange }]
}

function withKey(base: Generated, key: string, note: string): Generated {
  return { ...base, headers: { ...base.headers, 'idempotency-key': key }, note }
}

const methods = ['HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE', 'GET'] as const
const strangeMethods = ['TRACE', 'PROPFIND', 'LOCK', 'MKCOL', 'SEARCH', 'QUERY']
const suffixes = [
  '/',
  '//',
  '/.',
  '/..',
  '%',
  '%zz',
  '/%00',
  '?',
  '?&&&==',
  '?__proto__=1&constructor=2',
  '?limit',
  '?limit=%',
  '?limit=%ff',
  ';a=b',
  `/${'x'.repeat(3000)}`,
  `?x=${'y'.repeat(12_000)}`,
]

/** Other methods on the path, and paths that are almost right. */
export function routeCases(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  const bare = { ...base, body: undefined, headers: {} }
  return [
    ...[...methods, ...strangeMethods]
      .filter((method) => method !== target.definition.method)
      .map((method) => ({ request: { ...bare, method, note: `method ${method}` } })),
    ...suffixes.map((suffix) => ({
      request: { ...base, suffix, note: `behind the path: ${suffix.slice(0, 30)}` },
    })),
  ]
}

/** Text that is odd in every place at once. */
export function oddEverywhere(target: Target, sources: Sources): Case[] {
  const base = plainRequest(target, sources)
  return Object.entries(oddTexts)
    .filter(([note]) => note !== 'very long')
    .map(([note, text]) => ({
      request: {
        ...base,
        query: [
          [text, text],
          ['limit', text],
        ],
        note: `query keys and values: ${note}`,
      },
    }))
}
