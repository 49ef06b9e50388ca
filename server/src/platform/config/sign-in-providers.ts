import { isLocalHost } from './host-problems.ts'
import type { Setting } from './settings.ts'

/** What is known of a provider beforehand, so that little has to be set. */
export type ProviderKind = 'google' | 'microsoft' | 'gitlab' | 'github' | 'oidc'

/** An identity provider that everybody may sign in with. */
export interface SignInProvider {
  /** Names it in addresses. */
  readonly id: string
  readonly kind: ProviderKind
  /** What people know it by. */
  readonly label: string
  /** What its discovery document is found by; for GitHub, where it is. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether an address that it calls verified is proven by that. */
  readonly trustsEmail: boolean
}

const providersMax = 20
const textKeys = ['kind', 'id', 'label', 'clientId', 'clientSecret'] as const
const moreKeys: Readonly<Record<ProviderKind, readonly string[]>> = {
  google: [],
  microsoft: ['tenant'],
  gitlab: ['url', 'trustsEmail'],
  github: ['url', 'trustsEmail'],
  oidc: ['issuer', 'trustsEmail'],
}
const labels: Readonly<Record<ProviderKind, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  gitlab: 'GitLab',
  github: 'GitHub',
  oidc: '',
}

type Entry = Readonly<Record<string, unknown>>

/** Reads a list of providers, as JSON. What is wrong is said without quoting a secret. */
export const signInProviders: Setting<readonly SignInProvider[]>['parse'] = (value) => {
  if (value.trim() === '') return Object.freeze([])
  const entries = jsonListOf(value)
  if (entries.length > providersMax) {
    throw new Error(`names more than ${providersMax} providers`)
  }
  const providers = entries.map((entry, at) => {
    try {
      return providerFrom(entry)
    } catch (error) {
      const why = error instanceof Error ? error.message : 'is not valid'
      throw new Error(`has a mistake in entry ${at + 1}: ${why}`, { cause: error })
    }
  })
  for (const name of ['id', 'issuer'] as const) {
    if (new Set(providers.map((each) => each[name])).size < providers.length) {
      throw new Error(`names two providers with the same ${name}`)
    }
  }
  return Object.freeze(providers)
}

function jsonListOf(value: string): readonly unknown[] {
  let list: unknown
  try {
    list = JSON.parse(value)
  } catch {
    // The words of the parser quote the text.
  }
  if (Array.isArray(list)) return list
  throw new Error(
    'must be a list as JSON, such as [{"kind":"google","clientId":"…","clientSecret":"…"}]',
  )
}

function providerFrom(given: unknown): SignInProvider {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error('it must be an object')
  }
  const entry: Entry = { ...given }
  const kind = kindOf(entry)
  const known = [...textKeys, ...moreKeys[kind]]
  const unknown = Object.keys(entry).find((key) => !known.includes(key))
  if (unknown !== undefined) {
    throw new Error(
      `a provider of the kind ${kind} has no key ${JSON.stringify(unknown)}`,
    )
  }
  const id = optionalText(entry, 'id') ?? kind
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id)) {
    throw new Error('"id" must be 1 to 32 small letters, digits and hyphens')
  }
  const label = optionalText(entry, 'label') ?? (labels[kind] === '' ? id : labels[kind])
  if (label.length > 64) throw new Error('"label" has more than 64 characters')
  return Object.freeze({
    id,
    kind,
    label,
    issuer: issuerOf(kind, entry),
    clientId: text(entry, 'clientId'),
    clientSecret: text(entry, 'clientSecret'),
    // Google alone says of which addresses it knows whose they are.
    trustsEmail: kind === 'google' || trust(entry),
  })
}

function kindOf({ kind }: Entry): ProviderKind {
  switch (kind) {
    case 'google':
    case 'microsoft':
    case 'gitlab':
    case 'github':
    case 'oidc':
      return kind
    default:
      throw new Error('"kind" must be google, microsoft, gitlab, github or oidc')
  }
}

function issuerOf(kind: ProviderKind, entry: Entry): string {
  switch (kind) {
    case 'google':
      return 'https://accounts.google.com'
    case 'microsoft': {
      const tenant = optionalText(entry, 'tenant') ?? 'common'
      if (!/^[a-z0-9][a-z0-9.-]{0,252}$/i.test(tenant)) {
        throw new Error('"tenant" must be the id or the domain of a tenant')
      }
      return `https://login.microsoftonline.com/${tenant}/v2.0`
    }
    case 'gitlab':
    case 'github':
      return address(optionalText(entry, 'url') ?? `https://${kind}.com`, 'url').replace(
        /\/$/,
        '',
      )
    default:
      return address(text(entry, 'issuer'), 'issuer')
  }
}

function address(value: string, key: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.hostname))
  const isBare = url !== undefined && url.search + url.hash + url.username === ''
  if (!isSafe || !isBare) {
    throw new Error(`"${key}" must be a URL that begins with https://`)
  }
  return value
}

function trust({ trustsEmail = false, issuer }: Entry): boolean {
  if (typeof trustsEmail !== 'boolean') {
    throw new TypeError('"trustsEmail" must be true or false')
  }
  // Tenants of Microsoft let their admins write any address.
  const isMicrosoft = /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\//i
  if (trustsEmail && isMicrosoft.test(String(issuer))) {
    throw new Error(
      '"trustsEmail" cannot be true for Microsoft: anybody sets addresses there',
    )
  }
  return trustsEmail
}

function text(entry: Entry, key: string): string {
  const value = optionalText(entry, key)
  if (value === undefined) throw new Error(`"${key}" is missing`)
  return value
}

function optionalText(entry: Entry, key: string): string | undefined {
  const value = entry[key]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '' || value.length > 2048) {
    throw new Error(`"${key}" must be a text of 1 to 2048 characters`)
  }
  return value
}
