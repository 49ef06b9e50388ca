import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import { command, print, Refusal } from './command.ts'

export const initCommand = command({
  about: [
    'Writes a file of settings with new secrets, which only its owner can read. A file that is',
    'there is never replaced: its secrets open what is stored.',
    'Without --database-url the file is for deploy/compose.yaml, which brings its own database.',
  ],
  options: {
    file: { description: 'The file, instead of .env', value: 'PATH' },
    'database-url': { description: 'Where PostgreSQL is', value: 'URL' },
    'public-url': { description: 'Where callers reach the api', value: 'URL' },
    'files-url': { description: 'Where files are downloaded', value: 'URL' },
    'publish-host': {
      description: 'The host below which sites are published',
      value: 'HOST',
    },
  },
  async run(given) {
    const file = given.file ?? '.env'
    const text = settingsFor({
      databaseUrl: given['database-url'],
      publicUrl: given['public-url'] ?? 'http://localhost:3000',
      filesUrl: given['files-url'] ?? 'http://127.0.0.1:3000/~files',
      publishHost: given['publish-host'] ?? 'localhost:3001',
    })
    try {
      await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw error
      }
      throw new Refusal(
        `${file} is there already and stays as it is. Name another with --file, or move it away.`,
      )
    }
    print(`Wrote ${file}. Keep a copy of its SECRET_KEYS outside this machine.`)
    return 0
  },
})

interface Places {
  readonly databaseUrl: string | undefined
  readonly publicUrl: string
  readonly filesUrl: string
  readonly publishHost: string
}

function settingsFor({ databaseUrl, publicUrl, filesUrl, publishHost }: Places): string {
  const settings: Record<string, string> = {
    ...(databaseUrl === undefined
      ? // It becomes part of a URL, so it has letters and digits only.
        { POSTGRES_PASSWORD: randomBytes(24).toString('hex') }
      : { DATABASE_URL: databaseUrl }),
    SECRET_KEYS: randomBytes(48).toString('base64'),
    RENDERER_SECRET: randomBytes(48).toString('base64'),
    PUBLIC_URL: publicUrl,
    FILES_URL: filesUrl,
    PUBLISH_HOST: publishHost,
    ...(databaseUrl !== undefined && besideEachOther),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  return `# Every setting is explained in deploy/settings.md.\n${lines.join('')}`
}

/** Where the processes find each other when all of them run on one machine. */
const besideEachOther = {
  API_URL: 'http://127.0.0.1:3000',
  SITES_URL: 'http://127.0.0.1:3001',
  PORT: '3000',
  SITES_PORT: '3001',
  // The worker beside the api has the port after METRICS_PORT.
  METRICS_PORT: '9464',
  SITES_METRICS_PORT: '9466',
}
