import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '../../server/test/test-api.ts'
import { runLectern } from './run-lectern.ts'
import { runProgram } from './start-lectern.ts'

const lectern = path.resolve(import.meta.dirname, '../src/lectern.ts')

describe('lectern login', () => {
  let api: TestApi
  let home: string
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'lectern-home-'))
    return async () => rm(home, { recursive: true })
  })

  const settings = () => ({ LECTERN_URL: api.url, HOME: home })
  const file = () => path.join(home, '.config/lectern/tokens.json')
  const list = ['space', 'list', '--json']

  it('stores the token where only its owner reads it, and shows it nowhere', async () => {
    const token = api.tokens.admin
    for (const words of [['login'], ['login', '--json']]) {
      const ended = await runLectern(words, settings(), { input: `${token}\n` })
      assert.equal(ended.code, 0, ended.stderr)
      assert.ok(!(ended.stdout + ended.stderr).includes(token))
      assert.ok(ended.stdout.includes(file()))
      assert.equal((await stat(file())).mode & 0o777, 0o600)
      assert.deepEqual(JSON.parse(await readFile(file(), 'utf8')), { [api.url]: token })
      await chmod(file(), 0o644)
    }
    const asked = [...list, '--organization', api.organization]
    assert.equal((await runLectern(asked, settings())).code, 0)
    const elsewhere = { ...settings(), LECTERN_URL: 'http://127.0.0.1:9' }
    const { stdout } = await runLectern(asked, elsewhere)
    assert.equal(JSON.parse(stdout).error.reason, 'token_missing')
    const named = { ...settings(), LECTERN_TOKEN: api.tokens.outsider }
    assert.equal((await runLectern(asked, named)).code, 1, 'the variable goes before')
  })

  it('stores nothing that the server does not know, or that is no token', async () => {
    for (const input of ['', 'two words', 'lec_u_unknown']) {
      const { code, stdout, stderr } = await runLectern(['login'], settings(), { input })
      assert.deepEqual([code, stdout], [1, ''])
      assert.ok(input === '' || !stderr.includes(input), stderr)
      assert.match(stderr, /nothing was stored/)
      assert.ok(!stderr.includes('LECTERN_TOKEN'), stderr)
      await assert.rejects(stat(file()))
    }
  })

  it('as a program reads standard input, and does not echo on a terminal', async () => {
    const token = api.tokens.admin
    const words = `'${process.execPath}' '${lectern}' login`
    const piped = await runProgram('sh', ['-c', `echo ${token} | ${words}`], settings())
    assert.equal(piped.code, 0, piped.stderr)
    assert.ok(!(piped.stdout + piped.stderr).includes(token))
    const typed = `(sleep 4; echo ${token}) | script -qec "${words}" /dev/null`
    const onTerminal = await runProgram('sh', ['-c', typed], settings())
    assert.match(onTerminal.stdout, /not shown: .*You are /s)
    assert.ok(!onTerminal.stdout.includes(token), onTerminal.stdout)
  })
})
