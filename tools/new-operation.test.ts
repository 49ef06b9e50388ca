import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

const root = path.resolve(import.meta.dirname, '..')

const added = `
  getWeatherInOrganizationById: {
    method: 'GET', path: '/orgs/{organizationId}/weather', tag: 'weather-reports',
    summary: 'Get the weather', caller: 'user', reach: 'organization',
    params: { organizationId: Type.String() }, status: 200, reply: apiInformation, errors: [404],
  },
  createWeather: {
    method: 'POST', path: '/orgs/{organizationId}/weather', tag: 'weather-reports',
    summary: 'Make weather', caller: 'user', reach: 'organization',
    params: { organizationId: Type.String() }, body: Type.Object({ kind: Type.String() }),
    status: 201, reply: apiInformation, errors: [403, 404],
  },
  removeMyWeather: {
    method: 'DELETE', path: '/user/weather', tag: 'users',
    summary: 'Stop the weather', caller: 'user', reach: 'account-write',
    status: 204, errors: [],
  },
`

interface Ended {
  readonly code: number
  readonly output: string
}

describe('npm run new-operation', () => {
  let copy: string
  before(async () => {
    copy = await copyRepository()
  })
  after(async () => rm(copy, { recursive: true, force: true }))

  async function run(program: string, ...args: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      // Without the environment of the outer test runner, so that an inner one reports its own
      // result.
      const { NODE_TEST_CONTEXT: _context, ...env } = process.env
      execFile(program, args, { cwd: copy, env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
      })
    })
  }
  const make = async (...args: readonly string[]) =>
    run(process.execPath, 'tools/new-operation.ts', ...args)

  it('makes a new feature with its first operation, and says what to do next', async () => {
    const { code, output } = await make(
      'getWeatherInOrganizationById',
      '--wing',
      'people',
    )
    assert.equal(code, 0, output)
    assert.match(
      output,
      /server\/src\/features\/people\/weather-reports\/get-weather\.ts/,
    )
    assert.match(output, /Write its tests/)
    const start = await readFile(
      path.join(copy, 'server/src/start/all-operations.ts'),
      'utf8',
    )
    assert.match(start, /^ {2}\.\.\.weatherReportOperations,$/m)
    assert.match(
      start,
      /^import \{ weatherReportOperations \} from '#\/features\/people\/weather-reports\/operations\.ts'$/m,
    )
    const plan = await readFile(path.join(copy, 'server/src/floor-plan.json'), 'utf8')
    assert.match(plan, /"people": \[[^\]]*"weather-reports"\s*\]/)
  })

  it('asks for the wing of a feature that is new, and knows that of one that is not', async () => {
    const cases: [string[], RegExp][] = [
      [
        ['createWeather', '--feature', 'storms'],
        /no feature storms yet.*people, writing/,
      ],
      [['createWeather', '--feature', 'storms', '--wing', 'attic'], /--wing: people/],
      [
        ['createWeather', '--wing', 'writing'],
        /weather-reports stands in the wing people/,
      ],
    ]
    for (const [args, words] of cases) {
      const { code, output } = await make(...args)
      assert.equal(code, 2)
      assert.match(output, words)
    }
  })

  it('adds to features that exist, with a file of the wanted name', async () => {
    assert.equal((await make('createWeather', '--file', 'make-weather')).code, 0)
    assert.equal((await make('removeMyWeather', '--feature', 'weather-reports')).code, 0)
    const table = await readFile(
      path.join(copy, 'server/src/features/people/weather-reports/operations.ts'),
      'utf8',
    )
    assert.match(
      table,
      /\[\n?\s*getWeatherInOrganizationById,\s+createWeather,\s+removeMyWeather,?\s*\]/,
    )
    assert.match(table, /from '\.\/make-weather\.ts'/)
    assert.match(table, /from '\.\/remove-my-weather\.ts'/)
  })

  it('leaves a server that serves the whole contract, and compiles', async () => {
    const coverage = await run(
      process.execPath,
      '--test',
      'server/test/guards/contract-coverage.test.ts',
    )
    assert.doesNotMatch(coverage.output, /Weather/)
    const types = await run(path.join(root, 'node_modules/.bin/tsc'))
    assert.doesNotMatch(types.output, /weather|all-operations/)
    const lint = await run(
      path.join(root, 'node_modules/.bin/oxlint'),
      '--deny-warnings',
      'server/src/features/people/weather-reports',
    )
    assert.equal(lint.code, 0, lint.output)
  })

  it('leaves tests that fail until they are written', async () => {
    const { code, output } = await run(
      process.execPath,
      '--test',
      'server/src/features/people/weather-reports/make-weather.test.ts',
    )
    assert.equal(code, 1, output)
    assert.match(output, /500 !== 201/)
    assert.match(output, /Write when, and with which reason/)
    assert.match(output, /fail 3/)
  })

  it('refuses what the contract lacks, what is served, and a file that exists', async () => {
    const cases: [string[], RegExp][] = [
      [[], /^Usage/],
      [['getNothing'], /The contract has no operation getNothing/],
      [
        ['createWeather'],
        /already served, in server\/src\/features\/people\/weather-reports\/make-weather\.ts/,
      ],
      [['createWeather', '--colour'], /Usage/],
    ]
    for (const [args, words] of cases) {
      const { code, output } = await make(...args)
      assert.equal(code, 2)
      assert.match(output, words)
    }
  })
})

/** Copies the repository, with three more operations and packages that point to the copy. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'lectern-copy-'))
  for (const name of ['contract', 'content', 'server', 'tools']) {
    await cp(path.join(root, name), path.join(copy, name), {
      recursive: true,
      filter: (source) => !source.endsWith('node_modules'),
    })
  }
  for (const name of ['package.json', '.oxfmtrc.json', '.oxlintrc.json']) {
    await cp(path.join(root, name), path.join(copy, name))
  }
  // Only files that an operation is part of: the rest compiles without the copy.
  const compiler = await readFile(path.join(root, 'tsconfig.json'), 'utf8')
  const compiled = [
    'server/src/start/api.ts',
    'server/src/features/people/weather-reports',
  ]
  await writeFile(
    path.join(copy, 'tsconfig.json'),
    compiler
      .replace(/"include": \[.*?\]/s, `"include": ${JSON.stringify(compiled)}`)
      .replace(/"references": \[.*?\]/s, '"references": []'),
  )
  const packages = path.join(copy, 'node_modules')
  await mkdir(path.join(packages, '@lectern'), { recursive: true })
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name !== '@lectern') {
      await symlink(path.join(root, 'node_modules', name), path.join(packages, name))
    }
  }
  for (const name of ['contract', 'content', 'server']) {
    await symlink(path.join(copy, name), path.join(packages, '@lectern', name))
  }
  await symlink(
    path.join(root, 'server/node_modules'),
    path.join(copy, 'server/node_modules'),
  )
  const system = path.join(copy, 'contract/src/system.ts')
  const text = await readFile(system, 'utf8')
  await writeFile(
    system,
    text.replace('defineOperations({', `defineOperations({${added}`),
  )
  return copy
}
