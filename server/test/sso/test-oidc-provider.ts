import { freePort } from '../../../tools/free-port.ts'
import { startTestProcess } from './test-process.ts'

export interface TestOidcProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Signs a person in there, and gives the address that a browser is led back to. */
  readonly signIn: (authorizationUrl: string, name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

interface Options {
  readonly redirectUri: string
  readonly people: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const stepsMax = 12

/** The npm package `oidc-provider`, in a process of its own. */
export async function startOidcProvider(options: Options): Promise<TestOidcProvider> {
  const port = await freePort()
  const client = { clientId: 'lectern', clientSecret: 'a secret: of the provider & ours' }
  const program = new URL('oidc-provider-process.ts', import.meta.url)
  const { stop } = await startTestProcess(program, { port, ...client, ...options })
  return {
    issuer: `http://127.0.0.1:${port}`,
    ...client,
    signIn: async (url, name) => goThrough(url, name, options.redirectUri),
    stop,
  }
}

/** What a person with a browser does at the provider: types a name, agrees, and is led back. */
async function goThrough(start: string, name: string, until: string): Promise<string> {
  const jar = new Map<string, string>()
  let [url, form] = [start, undefined as URLSearchParams | undefined]
  for (let step = 0; step < stepsMax; step += 1) {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const header of reply.headers.getSetCookie()) {
      const [pair = ''] = header.split(';', 1)
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = reply.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (url.startsWith(until)) return url
      form = undefined
      continue
    }
    const text = await reply.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(text)?.[1]
    if (action === undefined) throw new Error(`${reply.status} ${text}`)
    url = new URL(action, url).href
    const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1] ?? ''
    form = new URLSearchParams({ prompt, login: name, password: 'any' })
  }
  throw new Error('The provider leads nowhere')
}
