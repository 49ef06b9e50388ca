import { hostHeaders } from '#/serve/http/forwarded.ts'

import {
  bearerSecret,
  httpUrl,
  integer,
  networks,
  oneOf,
  type Setting,
  text,
} from './settings.ts'

export const developmentRendererSecret =
  'lectern-development-renderer-secret-for-one-machine'

/** Every setting of the renderer of sites, in the order of the settings reference. */
export const settings = {
  LECTERN_ENV: {
    description:
      'What this installation is for. `development` allows the built-in renderer secret and visitors over plain http.',
    parse: oneOf('production', 'development'),
    fallback: 'production',
  },
  API_URL: {
    description:
      'Where the renderer reaches the api, without `/v1`. It need not be public.',
    parse: httpUrl(),
    fallback: 'http://localhost:3000',
  },
  RENDERER_SECRET: {
    description:
      'Shared by the api and the renderer, at least 32 letters, digits and signs of ASCII without spaces: it opens the stream of changes.',
    parse: bearerSecret(32),
    required: true,
    secret: true,
  },
  FILES_URL: {
    description:
      'As for the api: the only other origin that pages of sites load images from. In development it may be left out and is `/~files` below API_URL.',
    parse: httpUrl(),
    required: true,
  },
  SITES_HOST: {
    description: 'The address the renderer listens on.',
    parse: text(),
    fallback: '0.0.0.0',
  },
  SITES_PORT: {
    description: 'The port the renderer listens on; 0 takes a free one.',
    parse: integer(0, 65_535),
    fallback: '3001',
  },
  SITES_METRICS_HOST: {
    description: 'The address `/~metrics` listens on. Keep it off the public network.',
    parse: text(),
    fallback: '127.0.0.1',
  },
  SITES_METRICS_PORT: {
    description:
      'The port of `/~metrics`, apart from the sites; 0 takes a free one. With `start all` on the same host, 9465 is the worker’s.',
    parse: integer(0, 65_535),
    fallback: '9466',
  },
  TRUSTED_PROXIES: {
    description:
      'Addresses and networks, separated by commas, of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.',
    parse: networks(),
    fallback: '',
  },
  SITES_HOST_HEADER: {
    description:
      'The one header that names the host a reader asks for: `host`, which most proxies pass on, or `x-forwarded-host`, for a proxy in TRUSTED_PROXIES that replaces `Host`. The other header is never read.',
    parse: oneOf(...hostHeaders),
    fallback: 'host',
  },
  CACHE_BYTES_MAX: {
    description: 'How much memory rendered pages and what they are made of may take.',
    parse: integer(1_000_000, 1_000_000_000_000),
    fallback: '268435456',
  },
  SNAPSHOT_PATH: {
    description:
      'The folder in which the content of public sites is kept, so that they are still served while the api or its database is away.',
    parse: text(),
    fallback: './.data/sites',
  },
  SNAPSHOT_BYTES_MAX: {
    description: 'How much that folder may hold; 0 keeps nothing.',
    parse: integer(0, 1_000_000_000_000_000),
    fallback: '2147483648',
  },
  SHARED_CACHE_SECONDS: {
    description:
      'How long a CDN in front may answer public pages without asking, when nothing purges it by `Surrogate-Key`; 0 lets it ask every time.',
    parse: integer(0, 31_536_000),
    fallback: '0',
  },
  FEEDBACK_RATE_LIMIT: {
    description: 'Feedback that one address may send in a minute; 0 is no limit.',
    parse: integer(0, 1_000_000),
    fallback: '10',
  },
  SEARCH_RATE_LIMIT: {
    description:
      'Searches that one address may make in a minute, those for pages that are missing included; 0 is no limit.',
    parse: integer(0, 1_000_000),
    fallback: '120',
  },
  OPENAPI_PROXY: {
    description:
      'As for the api: `on` offers readers to send operations of a specification through the server, where their browser may not.',
    parse: oneOf('on', 'off'),
    fallback: 'off',
  },
  OPENAPI_PROXY_RATE_LIMIT: {
    description: 'Requests that one address may have sent so in a minute; 0 is no limit.',
    parse: integer(0, 1_000_000),
    fallback: '30',
  },
  READER_REPORTS: {
    description:
      'Whether the api is told which pages readers see and what they search for, without cookies; `off` reports feedback only.',
    parse: oneOf('on', 'off'),
    fallback: 'on',
  },
  REQUEST_SECONDS: {
    description:
      'Seconds in which a request must be there as a whole; its body is a small form at most.',
    parse: integer(1, 3600),
    fallback: '15',
  },
  DRAIN_SECONDS: {
    description:
      'How long a process that was told to stop still answers while `/~readyz` says no, so that load balancers move on.',
    parse: integer(0, 300),
    fallback: '5',
  },
  LOG_LEVEL: {
    description: 'How much is logged.',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    fallback: 'info',
  },
} satisfies Record<string, Setting<unknown>>

type Settings = typeof settings

type Value<S> =
  S extends Setting<infer T>
    ? S extends { fallback: string } | { required: true }
      ? T
      : T | undefined
    : never

/** The validated settings, read once at start and passed down. */
export type Config = { readonly [Name in keyof Settings]: Value<Settings[Name]> }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads all settings, or throws a `ConfigError` that says what is wrong with which variable. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const isDevelopment = environment['LECTERN_ENV'] === 'development'
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = environment[name]
    const source = given === undefined || given === '' ? setting.fallback : given
    if (source === undefined) {
      if (!isDevelopment) problems.push(`${name} is not set. ${setting.description}`)
      continue
    }
    try {
      values[name] = setting.parse(source)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}.`)
    }
  }
  if (isDevelopment) fillForDevelopment(values)
  else if (values['RENDERER_SECRET'] === developmentRendererSecret) {
    problems.push(
      'RENDERER_SECRET is the one of development, which everybody knows. Make your own with `openssl rand -base64 48`.',
    )
  }
  problems.push(...proxyProblems(values))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was parsed by its own setting
  return Object.freeze(values) as Config
}

function proxyProblems(values: Readonly<Record<string, unknown>>): readonly string[] {
  const proxies = values['TRUSTED_PROXIES']
  const isAlone = Array.isArray(proxies) && proxies.length === 0
  return isAlone && values['SITES_HOST_HEADER'] === 'x-forwarded-host'
    ? [
        'SITES_HOST_HEADER is x-forwarded-host, which is believed from proxies only. Name them in TRUSTED_PROXIES.',
      ]
    : []
}

function fillForDevelopment(values: Record<string, unknown>): void {
  values['RENDERER_SECRET'] ??= developmentRendererSecret
  values['FILES_URL'] ??= `${String(values['API_URL'])}/~files`
}
