import type { Asking } from './private-crawl.ts'
import { type PrivateWorld, signed } from './private-world.ts'

/** Whoever comes to a site that is open to everybody. */
export function everybody(world: PrivateWorld, name: 'closed' | 'adaptive'): Asking {
  const { base } = world[name]
  return {
    name: `everybody at ${name}`,
    base,
    headers: {},
    sees: new Set([`${name}/all`]),
    isShut: false,
    isPrivate: false,
  }
}

/** Those who come to a site that is not theirs, with nothing or with the wrong thing. */
export function strangers(world: PrivateWorld): readonly Asking[] {
  const { shared, members, others, adaptive, closed, draft } = world
  const { key } = shared
  const turned = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
  const keys = {
    'without a key': '',
    'with a wrong key': `${'x'.repeat(24)}/`,
    'with nearly the key': `${turned}/`,
    'with the key in other case': `${swapCase(key)}/`,
    'with a revoked key': `${shared.revokedKey}/`,
    'with the key of another site': `${shared.otherKey}/`,
    'with the key behind a word': `docs/${key}/`,
  }
  const cookie = (token: string, siteId = members.id) => ({
    cookie: `v-${siteId}=${token}`,
  })
  const now = Math.floor(Date.now() / 1000)
  const mine = signed(members.privateKey, { plan: 'paid' })
  const cookies = {
    'without a token': {},
    'with an expired token': cookie(
      signed(members.privateKey, { exp: now - 60, plan: 'paid' }),
    ),
    'with a token of another site': cookie(signed(others.privateKey, { plan: 'paid' })),
    'with their token under another name': cookie(mine, others.id),
    'with their token as a preview': { cookie: `p-${members.id}=${mine}` },
    'with their token as a bearer': { authorization: `Bearer ${mine}` },
    'with their token behind https': { cookie: `__Host-v-${members.id}=${mine}` },
  }
  return [
    ...Object.entries(keys).map(([name, part]) => shut(name, shared.base + part)),
    ...Object.entries(cookies).map(([name, headers]) =>
      shut(name, members.base, headers),
    ),
    shut('with the share key of another', `${members.base}${key}/`),
    shut('with a key at what was public', `${closed.base}${key}/`),
    shut('at what was public', closed.base),
    shut('at what is not published', draft.base),
    everybody(world, 'adaptive'),
    {
      ...everybody(world, 'adaptive'),
      name: 'with a token of another site at adaptive',
      headers: cookie(mine, adaptive.id),
    },
  ]
}

function shut(name: string, base: string, headers: Record<string, string> = {}): Asking {
  return { name, base, headers, sees: new Set(), isShut: true, isPrivate: true }
}

function swapCase(text: string): string {
  return Array.from(text)
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('')
}
