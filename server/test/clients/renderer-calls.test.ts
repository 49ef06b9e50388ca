import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { isRecord } from '@lectern/content/document/checks.ts'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { publishDemo } from '../../../tools/demo-site.ts'
import { freePort } from '../../../tools/free-port.ts'
import { missingIn } from './needs.ts'
import {
  computedCalls,
  otherCalls,
  pageCalls,
  type RecordedCall,
} from './renderer-calls.ts'

type Scene = Readonly<Record<string, string>>

describe('the requests of the renderer that others run', () => {
  let api: TestApi
  let worker: RunningWorker | undefined
  let demo: string
  before(async () => {
    const port = String(await freePort())
    const origin = `http://127.0.0.1:${port}`
    api = await startTestApi({
      PORT: port,
      PUBLIC_URL: origin,
      FILES_URL: `${origin}/~files`,
    })
    worker = await startWorker(api.services.config)
    const { url, organization, tokens } = api
    demo = await publishDemo({ url, organization, token: tokens.admin })
  })
  after(async () => {
    await worker?.stop()
    await api.stop()
  })

  const at = (path: string) => new URL(path, demo.endsWith('/') ? demo : `${demo}/`).href

  async function replay(calls: readonly RecordedCall[], scene: Scene): Promise<Scene> {
    let known = scene
    for (const call of calls) {
      const body = await answerTo(api.url, call, known)
      const kept = Object.entries(call.keeps ?? {}).map(
        ([name, path]) => [name, String(valueAt(body, path))] as const,
      )
      known = { ...known, ...Object.fromEntries(kept) }
    }
    return known
  }

  for (const page of ['', 'every-block', 'every-block/ar', 'every-block/changelog']) {
    it(`are answered for the page at "/${page}" with all that it reads`, async () => {
      const scene = await replay(pageCalls, { url: at(page) })
      assertTokenOfRenderer(scene['token'] ?? '')
      // What is not on every page does not lead to another one.
      if (page === 'every-block') await replay(otherCalls, scene)
    })
  }

  it('are answered for pages that are made from a specification', async () => {
    const scene = await replay(pageCalls, { url: at('api') })
    const { spec } = await replay(computedCalls, scene)
    assert.equal(spec, 'lectern')
  })

  it('find where a site ends and a page begins, for each start of an address', async () => {
    const starts = [at('every-block/guides/install'), at('every-block'), at('')]
    const answers = await Promise.all(
      starts.map(async (url) => {
        const [lookup] = pageCalls
        assert.ok(lookup)
        return answerTo(api.url, lookup, { url })
      }),
    )
    const [whole, section, top] = answers.map((answer) =>
      isRecord(answer) ? answer : {},
    )
    assert.equal(whole?.['pathname'], '/guides/install')
    assert.equal(whole['space'], section?.['space'])
    assert.equal(whole['complete'], true)
    assert.notEqual(top?.['space'], section?.['space'])
    assert.equal(top?.['complete'], false)
  })
})

describe('the list of what is needed', () => {
  it('finds a part that is missing, also deep in a tree, and lists that are empty', () => {
    const tree = {
      pages: [
        { type: 'group', pages: [{ type: 'document', path: 'a' }, { type: 'document' }] },
      ],
      files: [],
    }
    assert.deepEqual(
      missingIn(tree, ['pages[*]<document>.path', 'files', 'files[].id', 'pages[].type']),
      ['pages[*]<document>.path', 'files[].id'],
    )
  })

  it('finds a node without a key, and a heading without an anchor', () => {
    const heading = { object: 'block', type: 'heading-1', nodes: [] }
    const document = { object: 'document', nodes: [heading] }
    assert.deepEqual(nodeFaults(document), [
      'heading-1 without a key',
      'heading-1 without an anchor',
    ])
  })
})

/** Sends a recorded request, and holds the answer against what the renderer needs. */
async function answerTo(url: string, call: RecordedCall, scene: Scene): Promise<unknown> {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => scene[name] ?? '')
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).map(([name, value]): [string, string] => [
      name,
      fill(value),
    ]),
  )
  const target = `${url}/v1${fill(call.path)}${query.size === 0 ? '' : `?${query.toString()}`}`
  const reply = await fetch(target, {
    method: call.method,
    redirect: 'manual',
    headers: {
      'user-agent': 'renderer',
      ...(call.token === 'site' && { authorization: `Bearer ${scene['token']}` }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: fill(JSON.stringify(call.body)) }),
  })
  const text = await reply.text()
  const what = `${call.method} ${call.path}, for ${call.when}`
  const allowed = call.status === 'refused' ? [403, 404] : [call.status]
  assert.ok(
    allowed.includes(reply.status),
    `${what}: ${reply.status} ${text.slice(0, 500)}`,
  )
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  assert.deepEqual(missingIn(body, call.needs.map(fill)), [], what)
  if (call.isDocument === true) assert.deepEqual(nodeFaults(body), [], what)
  return body
}

function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const step of path.split('.')) {
    found = Array.isArray(found)
      ? found[Number(step)]
      : isRecord(found)
        ? found[step]
        : undefined
  }
  return found
}

/** The renderer reads the token as a JSON Web Token, and names folders of its cache after it. */
function assertTokenOfRenderer(token: string): void {
  const [header = '', payload = '', signature = ''] = token.split('.')
  assert.ok(signature !== '' && token.length <= 255, `${token.length} characters`)
  for (const part of [header, payload]) {
    const read: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    assert.ok(isRecord(read))
    const { exp } = read
    assert.ok(exp === undefined || Number(exp) > Date.now() / 1000 + 120)
  }
}

/** What nodes of a document lack for the outline and for the list of changes. */
function nodeFaults(document: unknown): readonly string[] {
  const faults = new Set<string>()
  const waiting: unknown[] = isRecord(document) ? partsOf(document) : []
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isRecord(node)) continue
    const type = String(node['type'] ?? node['object'])
    if (node['object'] === 'block' && node['key'] === undefined) {
      faults.add(`${type} without a key`)
    }
    const { meta } = node
    const isAnchored = isRecord(meta) && typeof meta['id'] === 'string'
    if (/^(?:heading-|expandable$|tabs-item$)/.test(type) && !isAnchored) {
      faults.add(`${type} without an anchor`)
    }
    waiting.push(...partsOf(node))
  }
  return [...faults].toSorted()
}

function partsOf(node: Readonly<Record<string, unknown>>): unknown[] {
  return [node['nodes'], node['fragments']].flatMap((part) =>
    Array.isArray(part) ? part : [],
  )
}
