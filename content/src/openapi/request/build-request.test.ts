import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { ApiOperation, ApiParameter, ApiSchema } from '../model.ts'
import { buildRequest, type ReadyRequest, type RequestValues } from './build-request.ts'
import { requestShape } from './request-shape.ts'

const text: ApiSchema = { types: ['string'] }

function parameter(given: Pick<ApiParameter, 'name' | 'in'> & Partial<ApiParameter>) {
  const style = given.in === 'query' ? 'form' : 'simple'
  const explode = given.in === 'query'
  return { isRequired: false, schema: text, examples: [], style, explode, ...given }
}

function operation(given: Partial<ApiOperation> = {}): ApiOperation {
  return {
    kind: 'operation',
    method: 'get',
    path: '/pets/{petId}',
    tags: [],
    servers: [{ url: 'https://api.example.com/v1', variables: [] }],
    parameters: [parameter({ name: 'petId', in: 'path', isRequired: true })],
    responses: [],
    callbacks: [],
    ...given,
  }
}

function built<Attached = never>(
  given: Partial<ApiOperation>,
  values: Partial<
    Omit<RequestValues<Attached>, 'parameters'> & { parameters: Record<string, string> }
  > = {},
) {
  return buildRequest<Attached>(requestShape(operation(given)), {
    server: 0,
    variables: new Map(),
    security: 0,
    secrets: new Map(),
    ...values,
    parameters: new Map(Object.entries(values.parameters ?? { 'path:petId': '7' })),
  })
}

describe('a request', () => {
  it('has the values that were typed in their places', () => {
    const parameters = [
      parameter({ name: 'petId', in: 'path', isRequired: true }),
      parameter({ name: 'tags', in: 'query', schema: { types: ['array'], items: text } }),
      parameter({ name: 'filter', in: 'query', mediaType: 'application/json' }),
      parameter({ name: 'X-Trace', in: 'header' }),
      parameter({ name: 'Authorization', in: 'header' }),
      parameter({ name: 'session', in: 'cookie' }),
    ]
    const request = built(
      { parameters },
      {
        parameters: {
          'path:petId': 'a/b',
          'query:tags': 'x\ny z',
          'query:filter': '{"a":1}',
          'header:X-Trace': 't1',
          'header:Authorization': 'mine',
          'cookie:session': 's',
        },
      },
    )
    assert.deepEqual(request, {
      kind: 'ready',
      method: 'GET',
      url: 'https://api.example.com/v1/pets/a%2Fb?tags=x&tags=y%20z&filter=%7B%22a%22%3A1%7D',
      headers: [['X-Trace', 't1']],
      leftOut: ['session'],
    })
  })

  it('is not made of values that are missing, no JSON, or lead elsewhere', () => {
    const parameters = [
      parameter({ name: 'petId', in: 'path', isRequired: true }),
      parameter({ name: 'at', in: 'query', schema: { types: ['object'] } }),
      parameter({ name: 'X-Trace', in: 'header' }),
    ]
    const problemsOf = (values: Record<string, string>) => {
      const request = built({ parameters }, { parameters: values })
      return request.kind === 'wrong' ? request.problems : []
    }
    assert.deepEqual(problemsOf({}), [{ field: 'path:petId', reason: 'required' }])
    assert.deepEqual(problemsOf({ 'path:petId': '..' }), [
      { field: 'path:petId', reason: 'path' },
    ])
    assert.deepEqual(problemsOf({ 'path:petId': '1', 'query:at': '[1]' }), [
      { field: 'query:at', reason: 'json' },
    ])
    assert.deepEqual(problemsOf({ 'path:petId': '1', 'header:X-Trace': 'a\r\nb: c' }), [
      { field: 'header:X-Trace', reason: 'header' },
    ])
    const unnamed = built({ servers: [{ url: '/v1', variables: [] }] })
    assert.deepEqual(unnamed, {
      kind: 'wrong',
      problems: [{ field: 'server', reason: 'server' }],
    })
  })

  it('is signed in every way that a page can', () => {
    const url = 'https://api.example.com/v1/pets/7'
    const header = (name: string, value: string) => ({
      url,
      headers: [[name, value]],
      leftOut: [],
    })
    const bearer = header('Authorization', 'Bearer sécret')
    assert.deepEqual(signed({ type: 'bearer' }), bearer)
    assert.deepEqual(signed({ type: 'oauth2' }), bearer)
    assert.deepEqual(signed({ type: 'openIdConnect' }), bearer)
    assert.deepEqual(
      signed({ type: 'basic' }, 'ann'),
      header('Authorization', `Basic ${Buffer.from('ann:sécret').toString('base64')}`),
    )
    assert.deepEqual(
      signed({ type: 'http', detail: 'digest' }),
      header('Authorization', 'digest sécret'),
    )
    assert.deepEqual(
      signed({ type: 'apiKey', in: 'header', name: 'X-Key' }),
      header('X-Key', 'sécret'),
    )
    assert.deepEqual(signed({ type: 'apiKey', in: 'query', name: 'key' }), {
      url: `${url}?key=s%C3%A9cret`,
      headers: [],
      leftOut: [],
    })
    assert.deepEqual(signed({ type: 'apiKey', in: 'cookie', name: 'sid' }), {
      url,
      headers: [],
      leftOut: ['sid'],
    })
    assert.deepEqual(signed({ type: 'mutualTLS' }).headers, [])
  })

  it('carries a body as its type says', () => {
    const properties = [
      { name: 'name', isRequired: true, schema: text },
      { name: 'tags', isRequired: false, schema: { types: ['array'], items: text } },
      { name: 'at', isRequired: false, schema: { types: ['object'] } },
      {
        name: 'photo',
        isRequired: false,
        schema: { types: ['string'], format: 'binary' },
      },
    ]
    const form: ApiSchema = { types: ['object'], properties }
    const fields = new Map([
      ['name', 'Rex & Co'],
      ['tags', 'a\nb'],
      ['at', '{"x":1}'],
    ])
    assert.deepEqual(sent('application/json', { content: 0, text: '{"a":1' }), [
      [['Content-Type', 'application/json']],
      { kind: 'text', mediaType: 'application/json', text: '{"a":1' },
    ])
    assert.deepEqual(
      sent('application/x-www-form-urlencoded', { content: 0, fields }, form),
      [
        [['Content-Type', 'application/x-www-form-urlencoded']],
        {
          kind: 'text',
          mediaType: 'application/x-www-form-urlencoded',
          text: 'name=Rex%20%26%20Co&tags=a&tags=b&at=%7B%22x%22%3A1%7D',
        },
      ],
    )
    const files = new Map([['photo', 'a file']])
    assert.deepEqual(sent('multipart/form-data', { content: 0, fields, files }, form), [
      [],
      {
        kind: 'multipart',
        mediaType: 'multipart/form-data',
        parts: [
          { name: 'name', value: 'Rex & Co' },
          { name: 'tags', value: 'a' },
          { name: 'tags', value: 'b' },
          { name: 'at', value: '{"x":1}', mediaType: 'application/json' },
          { name: 'photo', value: { file: 'a file' } },
        ],
      },
    ])
    assert.deepEqual(sent('image/png', { content: 0, file: 'a file' }), [
      [['Content-Type', 'image/png']],
      { kind: 'file', mediaType: 'image/png', file: 'a file' },
    ])
    assert.deepEqual(sent('application/json', { content: 0, text: '' }), [
      { field: 'body', reason: 'required' },
    ])
    assert.deepEqual(sent('multipart/form-data', { content: 0 }, form), [
      { field: 'body:name', reason: 'required' },
    ])
    const crafted = sent('text/plain\r\nX-Evil: 1', { content: 0, text: 'x' })
    assert.deepEqual(crafted, [{ field: 'body', reason: 'header' }])
  })

  it('takes names that objects have of themselves for what they are', () => {
    const parameters = ['__proto__', 'constructor'].map((name) =>
      parameter({ name, in: 'query' }),
    )
    const request = built(
      { path: '/{__proto__}', parameters },
      { parameters: { ['query:__proto__']: 'a' } },
    )
    assert.ok(request.kind === 'ready')
    assert.equal(request.url, 'https://api.example.com/v1/%7B__proto__%7D?__proto__=a')
  })
})

function securityOf(
  scheme: NonNullable<ApiOperation['security']>[number][number]['scheme'],
): NonNullable<ApiOperation['security']> {
  return [[{ scheme, scopes: [] }]]
}

function signed(
  scheme: Omit<Parameters<typeof securityOf>[0], 'id'>,
  user?: string,
): Pick<ReadyRequest, 'url' | 'headers' | 'leftOut'> {
  const secret = { value: 'sécret', ...(user !== undefined && { user }) }
  const request = built(
    { security: securityOf({ id: 'a', ...scheme }) },
    { secrets: new Map([['a', secret]]) },
  )
  assert.ok(request.kind === 'ready')
  return { url: request.url, headers: request.headers, leftOut: request.leftOut }
}

function posted(mediaType: string, schema?: ApiSchema): Partial<ApiOperation> {
  const content = { mediaType, examples: [], ...(schema && { schema }) }
  return { method: 'post', body: { isRequired: true, contents: [content] } }
}

function sent(
  mediaType: string,
  body: NonNullable<RequestValues<string>['body']>,
  schema?: ApiSchema,
): unknown {
  const request = built<string>(posted(mediaType, schema), { body })
  return request.kind === 'ready' ? [request.headers, request.body] : request.problems
}
