import type { TestSession } from '../../server/test/sessions/test-browser-session.ts'
import { send } from '../../server/test/http/test-wire.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import {
  must,
  publishSite,
  type SiteReply,
  type TestSite,
  type TestSites,
} from './test-sites.ts'

const picture = 'iVBORw0KGgo='

/** A site that members of the organization read, with a picture on its first page. */
export async function publishForMembers(world: TestSites): Promise<TestSite> {
  const space = await createTestSpace(world.api)
  await space.edit({
    operation: 'insert_files',
    files: [{ name: 'dot.png', base64: picture, contentType: 'image/png' }],
  })
  await space.edit(
    {
      operation: 'insert_page',
      title: 'Start',
      document: { markdown: 'Inside only\n\n![A dot](.gitbook/assets/dot.png)\n' },
    },
    {
      operation: 'insert_page',
      title: 'More',
      document: { markdown: 'Inside only too\n' },
    },
  )
  const site = await publishSite(world, [space.spaceId], { visibility: 'visitor-auth' })
  const auth = `${site.path}/publishing/auth`
  must(await world.api.as('admin').patch(auth, { signIn: 'members' }), 200)
  return site
}

/** A browser that is signed in at PUBLIC_URL, and keeps the cookies of the site. */
export class MemberBrowser {
  readonly #world: TestSites
  readonly #session: Pick<TestSession, 'cookie'> | undefined
  readonly cookies = new Map<string, string>()

  constructor(world: TestSites, session?: Pick<TestSession, 'cookie'>) {
    this.#world = world
    this.#session = session
  }

  /** Opens an address of the site, and leads nowhere by itself. */
  async get(path: string, headers: Record<string, string> = {}): Promise<SiteReply> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const reply = await this.#world.read(path, {
      headers: { ...headers, ...(cookie !== '' && { cookie }) },
    })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return reply
  }

  /** Opens the page at PUBLIC_URL where a site sent the browser. */
  async atPublicUrl({ headers }: SiteReply) {
    const { pathname, search } = new URL(headers.location ?? '')
    return send(this.#world.api.url, 'GET', pathname + search, {
      headers: {
        host: new URL(this.#world.api.services.config.PUBLIC_URL).host,
        ...(this.#session !== undefined && { cookie: this.#session.cookie }),
      },
    })
  }

  /** Goes to the page where members sign in; gives the path that leads back into the site. */
  async wayBack(path: string): Promise<string> {
    const page = await this.atPublicUrl(await this.get(path))
    const [, url = ''] = /^0; url=(.+)$/.exec(String(page.headers['refresh'])) ?? []
    if (url === '') throw new Error(`${page.status}: ${page.text}`)
    const { pathname, search } = new URL(url)
    return pathname + search
  }

  /** Signs in to the site. */
  async enter(path: string): Promise<SiteReply> {
    return this.get(await this.wayBack(path))
  }
}
