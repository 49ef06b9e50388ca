import { boundSettings } from './bound-settings.ts'
import { hostsOfSites, sharedHosts } from './host-problems.ts'
import {
  bearerSecret,
  flag,
  hostname,
  integer,
  listOf,
  nameServer,
  network,
  oneOf,
  proxies,
  secretText,
  type Setting,
  text,
  url,
} from './settings.ts'

export const developmentSecretKey = 'lectern-development-key-never-use-in-production'
export const developmentRendererSecret =
  'lectern-development-renderer-secret-for-one-machine'

/** Every setting of the server, in the order of the settings reference generated from it. */
export const settings = {
  LECTERN_ENV: {
    description:
      'What this installation is for. `development` allows the built-in secret key and mails into a folder.',
    parse: oneOf('production', 'development'),
    fallback: 'production',
  },
  DATABASE_URL: {
    description:
      'The PostgreSQL database, 15 or newer, that holds everything but file bytes.',
    parse: url('postgres:', 'postgresql:'),
    required: true,
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    description: 'Connections per process for transactions.',
    parse: integer(1, 200),
    fallback: '10',
  },
  DATABASE_READERS: {
    description:
      'Connections per process that carry short reads, several at a time each.',
    parse: integer(1, 64),
    fallback: '4',
  },
  DATABASE_READS_FROM: {
    description:
      'On a Citus cluster: `workers` reads the rows of an organization straight from the server that has them, which costs a small part of what it costs through the coordinator; the servers must be reachable by the names that `citus_add_node` was given, past any pooler, with the user, the password, the database and the TLS options of DATABASE_URL. `coordinator` never does. One PostgreSQL has no use for it.',
    parse: oneOf('workers', 'coordinator'),
    fallback: 'workers',
  },
  DATABASE_PREPARE: {
    description:
      'Named prepared statements. Turn it off behind a pooler that cannot keep them (PgBouncer before 1.21); `lectern-server doctor` tells.',
    parse: flag(),
    fallback: 'on',
  },
  SECRET_KEYS: {
    description:
      'Keys for signatures and for secrets at rest, separated by commas, each at least 32 characters. The first one signs and seals, all of them verify and open. To rotate, put a new key in front, restart, run `lectern-server secrets rotate`, then remove the old one.',
    parse: listOf(secretText('holds a key')),
    required: true,
    secret: true,
  },
  HOST: {
    description: 'The address the api listens on.',
    parse: text(),
    fallback: '0.0.0.0',
  },
  PORT: {
    description: 'The port the api listens on; 0 takes a free one.',
    parse: integer(0, 65_535),
    fallback: '3000',
  },
  METRICS_HOST: {
    description: 'The address `/metrics` listens on. Keep it off the public network.',
    parse: text(),
    fallback: '127.0.0.1',
  },
  METRICS_PORT: {
    description:
      'The port of `/metrics`, apart from the api; 0 takes a free one. A worker on the same host needs another.',
    parse: integer(0, 65_535),
    fallback: '9464',
  },
  PUBLIC_URL: {
    description:
      'Where callers reach the api, without `/v1`. URLs in answers begin with it.',
    parse: url('http:', 'https:'),
    fallback: 'http://localhost:3000',
  },
  APP_URL: {
    description:
      'Where people reach the web app. Mails and the command line lead there only if it is set; `urls.app` of answers begins with PUBLIC_URL when it is not, where a page says how to read what it names.',
    parse: url('http:', 'https:'),
  },
  DOCS_URL: {
    description:
      'Where people find the documentation of Lectern. The page at `/` of the api leads there; without it, to the repository.',
    parse: url('http:', 'https:'),
  },
  FILES_URL: {
    description:
      'Where the bytes of files are downloaded from, such as `https://files.example.com/~files`: it leads to `/~files` of the api, on another origin than APP_URL, so that a file can never act as a page of the web app. In development it may be left out and is `/~files` below PUBLIC_URL.',
    parse: url('http:', 'https:'),
    required: true,
  },
  PUBLISH_HOST: {
    description:
      'The host below which every organization publishes its sites, such as `docs.example.com`: `https://{organization}.docs.example.com/{site}/`. Its DNS needs a wildcard record that leads to the renderer. Keep the api, the web app and files off it. A `localhost` with a port is for development.',
    parse: hostname(),
    fallback: 'localhost:3001',
  },
  PUBLISH_URL: {
    description:
      'Where all sites are published instead, for an installation with one organization and no wildcard name: `{PUBLISH_URL}/{organization}/{site}/`. Sites cannot ask visitors to sign in there, because all share one origin.',
    parse: url('http:', 'https:'),
  },
  RENDERER_SECRET: {
    description:
      'What the api and the renderer of sites know each other by, at least 32 letters, digits and signs of ASCII without spaces, the same on both. Without it the renderer is not told of changes as they happen.',
    parse: bearerSecret(),
    secret: true,
  },
  REVALIDATE_URL: {
    description:
      'Where another renderer than ours takes the news that content has changed, such as `https://renderer.example.com/~gitbook/revalidate`. Nobody is told without it.',
    parse: url('http:', 'https:'),
  },
  REVALIDATE_SECRET: {
    description: 'Signs what is sent to REVALIDATE_URL.',
    parse: text(),
    secret: true,
  },
  DNS_SERVERS: {
    description:
      'Name servers that custom host names are checked with, such as `9.9.9.9` or `127.0.0.1:5353`, separated by commas. Those of the system when not set.',
    parse: listOf(nameServer()),
    fallback: '',
  },
  TRUST_PROXY: {
    description:
      'Turn on behind a reverse proxy that sets X-Forwarded-For; otherwise every caller seems to come from the proxy. Where requests pass several proxies, their number.',
    parse: proxies(),
    fallback: 'off',
  },
  REDIS_URL: {
    description:
      'A Redis that api processes share their rate limits through. Without it each process counts for itself.',
    parse: url('redis:', 'rediss:'),
    secret: true,
  },
  SITES_URL: {
    description:
      'Where the worker reaches the renderer of sites, inside the network, to print PDFs. Without it none are made.',
    parse: url('http:', 'https:'),
  },
  CHROMIUM_PATH: {
    description: 'The Chromium that workers print PDFs and draw diagrams with.',
    parse: text(),
    fallback: '/usr/bin/chromium',
  },
  CHROMIUM_SANDBOX: {
    description:
      "Chromium's own sandbox. Turn it off only in a container that forbids user namespaces: then the container is all that stands between a page and the worker.",
    parse: flag(),
    fallback: 'on',
  },
  PDFINFO_PATH: {
    description:
      'The pdfinfo of poppler-utils, a program or where it is, that workers count the pages of PDFs with.',
    parse: text(),
    fallback: 'pdfinfo',
  },
  RATE_LIMIT_TOKEN: {
    description: 'Requests a token may make in a minute; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '1000',
  },
  RATE_LIMIT_ADDRESS: {
    description:
      'Requests an address without a valid token may make in a minute; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '100',
  },
  RATE_LIMIT_SITE: {
    description:
      'Requests that readers of one published site may cause in a minute, all together: resolving its URLs, reading its content and reporting what they do; also what one address may cause without a token, over all sites. 0 is no limit.',
    parse: integer(0, 100_000_000),
    fallback: '100000',
  },
  REQUEST_SECONDS: {
    description:
      'Seconds in which the head of a request must be there; a body ends in the same time, or comes at REQUEST_BYTES_PER_SECOND at least.',
    parse: integer(1, 3600),
    fallback: '30',
  },
  REQUEST_BYTES_PER_SECOND: {
    description:
      'Bytes of a large body that must come in a second, over each REQUEST_SECONDS. Slower requests are closed.',
    parse: integer(1, 1_000_000_000),
    fallback: '16384',
  },
  STORAGE: {
    description:
      'Where file bytes are kept: a `folder` all processes share, or an `s3` bucket.',
    parse: oneOf('folder', 's3'),
    fallback: 'folder',
  },
  STORAGE_FOLDER: {
    description: 'The folder, with STORAGE=folder.',
    parse: text(),
    fallback: './.data/files',
  },
  S3_BUCKET: { description: 'The bucket, with STORAGE=s3.', parse: text() },
  S3_REGION: { description: 'Its region.', parse: text(), fallback: 'us-east-1' },
  S3_ENDPOINT: {
    description: 'The URL of an S3 service other than AWS.',
    parse: url('http:', 'https:'),
  },
  S3_ACCESS_KEY_ID: {
    description: 'Without it the usual AWS sources of credentials are asked.',
    parse: text(),
  },
  S3_SECRET_ACCESS_KEY: {
    description: 'Belongs to S3_ACCESS_KEY_ID.',
    parse: text(),
    secret: true,
  },
  S3_FORCE_PATH_STYLE: {
    description: 'Name the bucket in the path, as most services other than AWS need.',
    parse: flag(),
    fallback: 'off',
  },
  MAIL_URL: {
    description:
      'The SMTP server, such as `smtps://user:password@mail.example.com`. Without it mails are written into MAIL_FOLDER.',
    parse: url('smtp:', 'smtps:'),
    secret: true,
  },
  MAIL_FOLDER: {
    description: 'Where mails go as `.eml` files when there is no MAIL_URL.',
    parse: text(),
    fallback: './.data/mail',
  },
  MAIL_FROM: {
    description: 'The sender of all mails.',
    parse: text(),
    fallback: 'Lectern <lectern@localhost>',
  },
  ...boundSettings,
  NOTIFICATION_DIGEST_SECONDS: {
    description:
      'How long notifications to one person are collected before they go out as one mail; 0 sends each at once. Requests for a review never wait.',
    parse: integer(0, 86_400),
    fallback: '300',
  },
  EGRESS_ALLOWED_NETWORKS: {
    description:
      'Networks besides the public internet that URLs given by users may lead to, such as `10.1.0.0/16`, separated by commas.',
    parse: listOf(network()),
    fallback: '',
  },
  CONTENT_THREADS: {
    description:
      'Threads per process that read and merge documents, at least 2; one organization uses all but one of them. As many as there are cores when not set.',
    parse: integer(1, 256),
  },
  WORKER_CONCURRENCY: {
    description: 'Jobs of one kind that a worker runs at the same time.',
    parse: integer(1, 100),
    fallback: '5',
  },
  IMPORT_MEMORY_MB: {
    description:
      'Megabytes of memory that the imports a worker runs at the same time may hold together, besides what it holds otherwise. An import that would need more than is free waits in the queue. Files are never held; one import may have about a fifteenth of this in texts.',
    parse: integer(64, 65_536),
    fallback: '512',
  },
  EVENT_DAYS: {
    description: 'Days the event log is kept.',
    parse: integer(1, 3650),
    fallback: '30',
  },
  AUDIT_DAYS: {
    description: 'Days the audit log is kept.',
    parse: integer(1, 36_500),
    fallback: '365',
  },
  DRAIN_SECONDS: {
    description:
      'How long a process that was told to stop still answers while `/readyz` says no, so that load balancers move on.',
    parse: integer(0, 300),
    fallback: '5',
  },
  LOG_LEVEL: {
    description: 'How much is logged.',
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    fallback: 'info',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    description:
      'An OpenTelemetry collector (OTLP over HTTP), such as `http://localhost:4318`. Tracing is not even loaded without it.',
    parse: url('http:', 'https:'),
  },
} satisfies Record<string, Setting<unknown>>

type Settings = typeof settings
export type SettingName = keyof Settings

type Value<S> =
  S extends Setting<infer T>
    ? S extends { fallback: string } | { required: true }
      ? T
      : T | undefined
    : never

/** The validated settings, read once at start and passed down. */
export type Config = { readonly [Name in SettingName]: Value<Settings[Name]> }

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads all settings; the error names every wrong variable and what to do about it. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = environment[name]
    const source = given === undefined || given === '' ? setting.fallback : given
    if (source === undefined) {
      if (setting.required === true && !hasDevelopmentDefault(name, environment)) {
        problems.push(`${name} is not set. ${setting.description}`)
      }
      continue
    }
    try {
      values[name] = setting.parse(source)
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}.`)
    }
  }
  fillForDevelopment(values)
  problems.push(...contradictions(values))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was parsed by its own setting
  return Object.freeze(values) as Config
}

function fillForDevelopment(values: Record<string, unknown>): void {
  if (values['LECTERN_ENV'] !== 'development') return
  values['SECRET_KEYS'] ??= Object.freeze([developmentSecretKey])
  values['FILES_URL'] ??= `${String(values['PUBLIC_URL'])}/~files`
  values['RENDERER_SECRET'] ??= developmentRendererSecret
  values['SITES_URL'] ??= 'http://localhost:3001'
}

function hasDevelopmentDefault(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return (
    (name === 'SECRET_KEYS' || name === 'FILES_URL') &&
    environment['LECTERN_ENV'] === 'development'
  )
}

function contradictions(values: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = []
  const keys = values['SECRET_KEYS']
  if (Array.isArray(keys)) {
    if (keys.length === 0) {
      problems.push('SECRET_KEYS holds no key. Make one with `openssl rand -base64 48`.')
    }
    if (values['LECTERN_ENV'] !== 'development' && keys.includes(developmentSecretKey)) {
      problems.push(
        'SECRET_KEYS holds the development key, which everybody knows. Make your own with `openssl rand -base64 48`.',
      )
    }
  }
  if (values['LECTERN_ENV'] !== 'development') {
    if (values['RENDERER_SECRET'] === developmentRendererSecret) {
      problems.push(
        'RENDERER_SECRET is the one of development, which everybody knows. Make your own with `openssl rand -base64 48`.',
      )
    }
    problems.push(...sharedHosts(values), ...hostsOfSites(values))
  }
  if (values['STORAGE'] === 's3' && values['S3_BUCKET'] === undefined) {
    problems.push('S3_BUCKET is not set, and STORAGE is s3. Name the bucket.')
  }
  return problems
}
