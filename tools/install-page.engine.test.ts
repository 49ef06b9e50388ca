import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'

import { freePort } from './free-port.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { untilReady } from './until-ready.ts'

const root = path.join(import.meta.dirname, '..')

/** The commands of a section, block by block. */
function blocksOf(page: string, title: string): string[] {
  const [, section = ''] = page.split(`\n## ${title}\n`)
  const [text = ''] = section.split('\n## ', 1)
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
}

/** What cannot be done in a test is replaced by what leads to the same. */
function replaced(block: string, databaseUrl: string): string {
  const folders = ['node_modules', 'server/node_modules', 'sites/node_modules']
  const links = folders.map(
    (folder) =>
      `if [ -e ${root}/${folder} ]; then cp -al ${root}/${folder} ${folder}; fi`,
  )
  const steps: readonly (readonly [RegExp, string])[] = [
    [/^git clone <the repository>/m, `git clone --quiet ${root}`],
    [/^npm ci .*$/m, links.join('\n')],
    [/^createdb .*$/m, ':'],
    [/postgres:\/\/lectern:password@\S+/, databaseUrl],
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

async function organizationOf(api: string, token: string): Promise<string> {
  const reply = await fetch(`${api}/v1/orgs`, {
    headers: { authorization: `Bearer ${token}` },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of the API
  const { items } = (await reply.json()) as { items: { id: string }[] }
  return items[0]?.id ?? ''
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
    const database = await createScratchDatabase('install')
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
      const [before = '', after = ''] = replaced(prepare, database.url).split(
        /(?<=init .*\n)/,
      )
      shell(before, folder)
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
      const said = shell(here(siteBlock), clone, {
        LECTERN_TOKEN: token,
        organization: await organizationOf(api, token),
      })
      const url = said.trim().split('\n').at(-1) ?? ''
      assert.equal(await statusAt(url, sitesPort), 200)
    } finally {
      await ended(started)
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
