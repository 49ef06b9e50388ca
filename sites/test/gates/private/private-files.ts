import type { TestBody } from '../../../../server/test/test-api.ts'
import { must, type TestSites } from '../../test-sites.ts'
import type { Asking } from './private-crawl.ts'
import type { Canary, PrivateWorld } from './private-world.ts'

const filesUrl = 'http://lectern.test/~files/'
const urlForm = /http:\/\/lectern\.test\/~files\/[^"'\s<>)\\]+/g

/** Ways to ask for a file, none of which may be answered once it is closed. */
const ways: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-3' } },
  { headers: { range: 'bytes=9999-' } },
  { headers: { 'if-none-match': '*' } },
]

interface Given {
  readonly url: string
  readonly readers: Set<string>
}

/** Every URL of a file that any reader was ever given, by pages and by the api. */
export class GivenFiles {
  readonly #given = new Map<string, Given>()
  readonly apiUrl: string
  requests = 0

  constructor(apiUrl: string) {
    this.apiUrl = apiUrl
  }

  get count(): number {
    return this.#given.size
  }

  hasGivenTo(reader: string): boolean {
    return [...this.#given.values()].some(({ readers }) => readers.has(reader))
  }

  note(reader: string, text: string): void {
    for (const [url] of text.matchAll(urlForm)) {
      const given = this.#given.get(url) ?? { url, readers: new Set() }
      given.readers.add(reader)
      this.#given.set(url, given)
    }
  }

  /**
   * Asks for all of them; `sees` says what a reader may see now, undefined for nothing. Only what
   * everybody sees may be kept for others.
   */
  async judge(
    canaries: readonly Canary[],
    sees: (reader: string) => ReadonlySet<string> | undefined,
  ): Promise<string[]> {
    const problems: string[] = []
    const ofFiles = canaries.filter(({ place }) => place === 'bytes of a file')
    for (const { url, readers } of this.#given.values()) {
      const groups = new Set([...readers].flatMap((reader) => [...(sees(reader) ?? [])]))
      for (const way of ways) {
        const reply = await this.#ask(url, way)
        const shown = ofFiles.filter(({ text }) => reply.text.includes(text))
        const what = `${JSON.stringify(way)} ${url.slice(filesUrl.length, -40)}, given to ${[...readers].join(' and ')},`
        for (const { group } of shown.filter((canary) => !groups.has(canary.group))) {
          problems.push(`${what} shows ${group}`)
        }
        if (isPublic(reply) && shown.some(({ group }) => !isForEverybody(group))) {
          problems.push(`${what} is public`)
        }
        if (groups.size === 0 && reply.status !== 404) {
          problems.push(`${what} is answered (${reply.status})`)
        }
        if (groups.size > 0 && way.method === undefined && way.headers === undefined) {
          if (shown.length === 0) problems.push(`${what} is not shown (${reply.status})`)
        }
      }
    }
    return problems
  }

  async #ask(url: string, init: RequestInit): Promise<Answered> {
    this.requests += 1
    return askFor(this.apiUrl, url, init)
  }
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly cached: string | null
}

export async function askFor(
  apiUrl: string,
  url: string,
  init: RequestInit = {},
): Promise<Answered> {
  const { pathname } = new URL(url)
  const reply = await fetch(apiUrl + pathname, init)
  return {
    status: reply.status,
    text: Buffer.from(await reply.arrayBuffer()).toString(),
    cached: reply.headers.get('cache-control'),
  }
}

function isPublic({ cached }: Answered): boolean {
  return cached?.startsWith('public') === true
}

function isForEverybody(group: string): boolean {
  return ['adaptive/all', 'unlisted/all', 'closed/all'].includes(group)
}

/** Asks the api itself for the files of what a reader sees, by every operation that lists them. */
export async function askForFiles(
  { api, host }: TestSites,
  { name, base, headers: { cookie } }: Asking,
  files: GivenFiles,
): Promise<void> {
  const jwtToken = cookie?.slice(cookie.indexOf('=') + 1)
  const visitor = jwtToken === undefined ? {} : { visitor: { jwtToken } }
  const asked = { url: `http://${host}${base}`, ...visitor }
  const { body } = await api.anonymous().post('/urls/published', asked)
  const reader = api.withToken(body.apiToken)
  const space = `/spaces/${body.space}`
  const listed = await reader.get(`${space}/content/files`)
  must(listed, 200)
  const places = [
    `${space}/content`,
    `${space}/revisions/${body.head}`,
    `${space}/revisions/${body.head}/files`,
    ...listed.body.items.flatMap(({ id }: TestBody) => [
      `${space}/content/files/${id}`,
      `${space}/revisions/${body.head}/files/${id}`,
    ]),
  ]
  files.note(name, JSON.stringify(listed.body))
  for (const place of places) {
    const reply = await reader.get(place)
    must(reply, 200)
    files.note(name, JSON.stringify(reply.body))
  }
}

/** Ends everything that was still open: each site in another way. */
export async function closeAll(
  { api }: TestSites,
  { shared, members, others, adaptive, unlisted }: PrivateWorld,
): Promise<void> {
  const admin = api.as('admin')
  must(await admin.post(`${shared.path}/unpublish`), 200)
  must(await admin.patch(members.path, { visibility: 'share-link' }), 200)
  must(await admin.delete(others.path), 204)
  const { body } = await admin.get(`${adaptive.path}/site-spaces`)
  for (const { space } of body.items) {
    const { body: listed } = await admin.get(`/spaces/${space.id}/content/files`)
    const changes = listed.items.map(({ id }: TestBody) => ({
      operation: 'delete_file',
      file: id,
    }))
    if (changes.length === 0) continue
    must(await admin.post(`/spaces/${space.id}/content`, { changes }), 200)
  }
  const { body: parts } = await admin.get(`${unlisted.path}/site-spaces`)
  must(await admin.delete(`/spaces/${parts.items[0].space.id}`), 204)
}
