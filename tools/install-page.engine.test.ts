import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'

import { freePort } from './free-port.ts'
import { developmentServerUrl, runOnServer } from './scratch-database.ts'
import { untilReady } from './until-ready.ts'

const root = path.join(import.meta.dirname, '..')

/** The commands of a section, block by block. */
function blocksOf(page: string, title: string): string[] {
  const [, section = ''] = page.split(`\n## ${title}\n`)
  const [text = ''] = section.split('\n## ', 1)
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** The role and the database that the page makes, under a name that nobody else has. */
interface OwnDatabase {
  readonly name: string
  readonly url: string
  /** How `psql` and `createdb` reach the server. */
  readonly environment: Record<string, string>
  readonly drop: () => Promise<void>
}

function ownDatabase(): OwnDatabase {
  const serverUrl = developmentServerUrl()
  const name = `lectern_install_${process.pid}_${Date.now().toString(36)}`
  const url = new URL(serverUrl)
  const { hostname, port, username, password } = url
  url.username = name
  url.password = 'password'
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    environment: {
      PGHOST: hostname,
      PGPORT: port === '' ? '5432' : port,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
    },
    async drop() {
      await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
      await runOnServer(serverUrl, `drop role if exists ${name}`)
    },
  }
}

/** What cannot be done in a test is replaced by what leads to the same. */
function replaced(block: string, { name, url }: OwnDatabase): string {
  const folders = ['node_modules', 'server/node_modules', 'sites/node_modules']
  const links = folders.map(
    (folder) =>
      `if [ -e ${root}/${folder} ]; then cp -al ${root}/${folder} ${folder}; fi`,
  )
  const steps: readonly (readonly [RegExp, string])[] = [
    [/^git clone <the repository>/m, `git clone --quiet ${root}`],
    [/^npm ci .*$/m, links.join('\n')],
    [/(?<=^psql .*create role )lectern\b/m, name],
    [/(?<=^createdb --owner=)lectern\b/m, name],
    [/(?<=^createdb .* )lectern$/m, name],
    [/postgres:\/\/lectern:password@\S+/, url],
  ]
  return steps.reduce((text, [pattern, by]) => {
    assert.match(text, pattern)
    return text.replace(pattern, () => by)
  }, block)
}

async function statusAt(url: string, port: number): Promise<number | undefined> {
  const { host, pathname } = new URL(url)
  const asked = request({ host: '127.0.0.1', port, path: pathname, headers: { host } })
  asked.end()
  const [reply] = await once(asked, 'response')
  reply.resume()
  return reply.statusCode
}

/** Nothing of the surrounding environment but where programs are. */
const bare = { PATH: process.env['PATH'] ?? '' }

function shell(script: string, cwd: string, more: Record<string, string> = {}): string {
  return execFileSync('bash', ['-euc', script], {
    cwd,
    env: { ...bare, HOME: cwd, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString()
}

async function ended(started: readonly ChildProcess[]): Promise<void> {
  for (const child of started) {
    const exit = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await exit
  }
}

/** Of everything that the doctor asks, only the address is not that of a real server. */
function assertWell(said: string): void {
  const verdicts = said.split('\n')
  const failed = verdicts.filter((line) => line.startsWith('FAIL'))
  assert.deepEqual(
    failed.map((line) => line.split(':', 1)[0]),
    ['FAIL public URL'],
  )
  assert.ok(verdicts.includes('ok   renderer secret: the same as that of the renderer'))
}

function tokenIn(said: string): string {
  return /lec_u_\w+/.exec(said)?.[0] ?? ''
}

/** The text with ports that are free instead of the usual ones. */
function withPorts(text: string, port: number, sitesPort: number): string {
  return text
    .replaceAll(/(?<=:|PORT=)3000\b/g, String(port))
    .replaceAll(/(?<=:|PORT=)3001\b/g, String(sitesPort))
    .replaceAll(/(?<=METRICS_PORT=)\d+/g, '0')
}

describe('docs/install.md', () => {
  it('leads from a clone, on bare Node, to a site that can be read', async () => {
    const page = await readFile(path.join(root, 'docs/install.md'), 'utf8')
    const [prepare = '', server = '', renderer = '', doctor = ''] = blocksOf(
      page,
      'Bare Node and PostgreSQL',
    )
    const [adminBlock = ''] = blocksOf(page, 'The first admin')
    const [siteBlock = ''] = blocksOf(page, 'The first site')
    const folder = await mkdtemp(path.join(tmpdir(), 'lectern-install-'))
    const database = ownDatabase()
    const clone = path.join(folder, 'lectern')
    const [port, sitesPort] = [await freePort(), await freePort()]
    const started: ChildProcess[] = []
    const start = (script: string) => {
      const child = spawn('bash', ['-euc', `exec ${script}`], {
        cwd: clone,
        env: bare,
        stdio: 'ignore',
      })
      started.push(child)
      return child
    }
    const here = (text: string) => withPorts(text, port, sitesPort)
    try {
      const [before = '', after = ''] = replaced(prepare, database).split(
        /(?<=init .*\n)/,
      )
      shell(before, folder, database.environment)
      const file = path.join(clone, '.env')
      await writeFile(file, here(await readFile(file, 'utf8')))
      shell(after, clone)
      const api = `http://127.0.0.1:${port}`
      await untilReady([`${api}/readyz`], start(server))
      await untilReady([`http://127.0.0.1:${sitesPort}/~readyz`], start(renderer))
      assertWell(shell(`${doctor.trim()} || true`, clone))
      const program = 'node --env-file=.env server/src/start/lectern-server.ts'
      const [create = ''] = adminBlock.split('\n', 1)
      shell(create.replace('lectern-server', program), clone)
      const made = shell(`${program} token create --email you@example.com`, clone)
      const token = tokenIn(made)
      const printed = siteBlock.replace('the-token-that-was-printed', token)
      const said = shell(here(printed), clone)
      const url = said.trim().split('\n').at(-1) ?? ''
      assert.equal(await statusAt(url, sitesPort), 200)
    } finally {
      await ended(started)
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
