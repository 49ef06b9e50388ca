import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'

import { isLocalHost } from '#/platform/config/host-problems.ts'

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
    const { isGuess, ...places } = placesFor(
      given['public-url'] ?? 'http://localhost:3000',
      given['files-url'],
      given['publish-host'],
    )
    const text = settingsFor({ ...places, databaseUrl: given['database-url'] }, isGuess)
    await writeNew(file, text)
    if (isGuess) {
      print(
        `Files are to be read from ${places.filesUrl}, and sites to be below ${places.publishHost}. Let these names lead here, or say others with --files-url and --publish-host.`,
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

async function writeNew(file: string, text: string): Promise<void> {
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
}

/** The places that were given; the others are made from the address of the api. */
function placesFor(
  publicUrl: string,
  filesUrl: string | undefined,
  publishHost: string | undefined,
): Omit<Places, 'databaseUrl'> & { readonly isGuess: boolean } {
  if (filesUrl !== undefined && publishHost !== undefined) {
    return { publicUrl, filesUrl, publishHost, isGuess: false }
  }
  const beside = placesBeside(publicUrl)
  return {
    publicUrl,
    filesUrl: filesUrl ?? beside.filesUrl,
    publishHost: publishHost ?? beside.publishHost,
    isGuess: !isLocalHost(new URL(publicUrl).hostname),
  }
}

/**
 * Where files and sites are when only the address of the api is known: under host names of their
 * own, so that neither can act as the api or the web app.
 */
function placesBeside(publicUrl: string): Pick<Places, 'filesUrl' | 'publishHost'> {
  const url = URL.parse(publicUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Refusal(
      `"${publicUrl}" is no address of the api. Give one such as https://api.example.com.`,
    )
  }
  if (isLocalHost(url.hostname)) {
    return { filesUrl: 'http://127.0.0.1:3000/~files', publishHost: 'localhost:3001' }
  }
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0) {
    throw new Refusal(
      'The api has an address without a name, from which none for files and sites can be made. Say both with --files-url and --publish-host.',
    )
  }
  const filesUrl = `${url.protocol}//files-${url.host}/~files`
  return { filesUrl, publishHost: `sites-${url.host}` }
}

function settingsFor(
  { databaseUrl, publicUrl, filesUrl, publishHost }: Places,
  isGuess: boolean,
): string {
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
  const guess = isGuess ? guessed : ''
  return `# Every setting is explained in deploy/settings.md.\n${guess}${lines.join('')}`
}

const guessed = [
  '# FILES_URL and PUBLISH_HOST are made from PUBLIC_URL where none were given. Both need DNS: the',
  '# host of FILES_URL leads to the api as PUBLIC_URL does, and is never the host of the web app;',
  '# all names below PUBLISH_HOST (a wildcard record) lead to the renderer of sites.',
  '',
].join('\n')

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
