import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'

import { runTexts, writeTexts } from './test-run.ts'

const fine = `it('is fine', () => {})`
/** Each file waits for the other: in one process they never end. */
const waitsFor = (own: string, other: string) => `
  it('meets', async () => {
    writeFileSync(folder + '/${own}', '')
    while (!existsSync(folder + '/${other}')) await sleep(1)
  })`
/** Acts after its result, when the process is asked to end. */
const late = (what: string) => `
  it('ends', () => {
    process.once('disconnect', () => setImmediate(() => { ${what} }))
  })`
const ended = (how: string) => [`ended its process: The process ended with ${how}`]
/** Fails with the id of its process as the reason. */
const tellsProcess = `it('tells', () => { throw String(process.pid) })`

async function openFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-runner-'))
  context.after(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('an error outside of a test', () => {
  it('is a failure of the file that runs when it comes', async () => {
    const { of, failures, problems } = await runTexts({
      rejects: `it('forgets', () => { Promise.reject(new Error('forgotten')) })`,
      rejectsAtTop: `Promise.reject(new Error('at the top')); ${fine}`,
      throws: `
        it('ends', () => { setTimeout(() => { throw new Error('late') }) })
        it('waits', () => new Promise((resolve) => process.once('uncaughtException', resolve)))`,
      waits: `
        it('ends', () => {
          const timer = setInterval(() => {
            if (process.listenerCount('next') === 0) return
            clearInterval(timer)
            throw new Error('much too late')
          }, 1)
        })`,
      next: `
        it('runs', async () => {
          process.once('next', () => {})
          await new Promise((resolve) => process.once('uncaughtException', resolve))
        })`,
      innocent: fine,
    })
    assert.deepEqual(failures('rejects'), ['outside of a test: Error: forgotten'])
    assert.match(failures('rejectsAtTop').join(), /Error: at the top/)
    assert.deepEqual(failures('throws'), ['outside of a test: Error: late'])
    assert.equal(of('throws').passed, 2)
    assert.deepEqual(failures('waits'), [])
    assert.deepEqual(failures('next'), ['outside of a test: Error: much too late'])
    assert.match(of('next').failures[0]?.error ?? '', /waits\.test\.mjs/)
    assert.deepEqual(failures('innocent'), [])
    assert.deepEqual(problems, [])
  })

  it('fails the test that still runs, once', async () => {
    const { failures, problems } = await runTexts({
      throws: `
        it('runs', async () => {
          setTimeout(() => { throw new Error('in time') })
          await new Promise(() => {})
        })`,
    })
    assert.deepEqual(failures('throws'), ['runs: Error: in time'])
    assert.deepEqual(problems, [])
  })

  it('is a problem of the run after the last file, and is printed', async (context) => {
    const folder = await openFolder(context)
    const files = await writeTexts(folder, {
      'throws.alone': late(`throw new Error('a last word')`),
      'registers.alone': `
        ${fine}
        const timer = setInterval(() => {
          if (process.connected) return
          clearInterval(timer)
          it('comes too late', () => {})
        }, 1)`,
      'exits.alone': late(`process.exit(3)`),
      'ends.alone': late(`setTimeout(() => {}, 1)`),
    })
    const { stdout, stderr } = runInProcess(files)
    const problems = stdout.trim().split('\n')
    assert.equal(problems.length, 3, stdout)
    for (const [index, name] of ['throws', 'registers', 'exits'].entries()) {
      assert.match(
        problems[index] ?? '',
        /A process ended with code [13] after it ran 1 files/,
      )
      assert.match(
        problems[index] ?? '',
        new RegExp(`/${name}\\.alone\\.test\\.mjs last`),
      )
    }
    assert.match(stderr, /Error: a last word/)
    assert.match(stderr, /comes too late/)
  })
})

/** Runs files in a process of its own, whose output does not mix with that of these tests. */
function runInProcess(files: readonly object[]): { stdout: string; stderr: string } {
  const program = `
    import { runFiles } from ${JSON.stringify(new URL('run-files.ts', import.meta.url).href)}
    await runFiles(${JSON.stringify(files)}, {
      concurrency: 1, environment: {}, worker: { namePatterns: [], only: false }, flags: [],
      signal: new AbortController().signal, onResult: () => {}, onProblem: console.log,
    })`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: {},
  })
}

describe('a process that ends before its file', () => {
  it('fails that file, and others run the files that wait', async () => {
    const { results, failures, of, problems } = await runTexts({
      exits: `${fine}; it('exits', () => process.exit(0))`,
      second: fine,
      killed: `it('kills', async () => { process.kill(process.pid, 'SIGKILL'); await sleep(60_000) })`,
      fourth: fine,
      unloaded: `process.exit(0)`,
      last: fine,
    })
    assert.equal(results.length, 6)
    assert.deepEqual(failures('exits'), ended('code 0'))
    assert.deepEqual(failures('killed'), ended('SIGKILL'))
    assert.deepEqual(failures('unloaded'), ended('code 0'))
    for (const name of ['second', 'fourth', 'last']) {
      assert.deepEqual([of(name).passed, failures(name)], [1, []])
    }
    assert.deepEqual(problems, [])
  })

  it('is a problem of the run where it ends between two files', async () => {
    const { failures, of, problems } = await runTexts({
      exits: `
        it('ends', () => {
          writeFileSync(folder + '/pid', String(process.pid))
          setInterval(() => existsSync(folder + '/alone') && process.exit(0), 1)
        })`,
      'waits.alone': `
        it('waits until it is gone', async () => {
          writeFileSync(folder + '/alone', '')
          const pid = Number(readFileSync(folder + '/pid', 'utf8'))
          while (isThere(pid)) await sleep(1)
        })
        function isThere(pid) {
          try { return process.kill(pid, 0) } catch { return false }
        }`,
      last: fine,
    })
    for (const name of ['exits', 'waits.alone', 'last']) {
      assert.deepEqual([of(name).passed, failures(name)], [1, []])
    }
    assert.match(
      problems.join('\n'),
      /^A process ended with code 0 after it ran 1 files, .*exits\.test\.mjs last/,
    )
  })

  it('fails every file where none can start', async () => {
    const { failures } = await runTexts(
      { first: fine, second: fine },
      { flags: ['--import=data:text/javascript,process.exit(7)'] },
    )
    for (const name of ['first', 'second']) {
      assert.deepEqual(failures(name), ended('code 7'))
    }
  })
})

describe('a limit of time', () => {
  it('fails a test that hangs, and no other of its file', async () => {
    const { failures, of } = await runTexts(
      { hangs: `it('hangs', () => new Promise(() => {})); ${fine}`, next: fine },
      { flags: ['--test-timeout=100'] },
    )
    assert.deepEqual(failures('hangs'), ['hangs: test timed out after 100ms'])
    assert.equal(of('hangs').passed, 1)
    assert.equal(of('next').passed, 1)
  })

  it('fails a file that hangs as a whole, whatever it does', async () => {
    const { failures, results } = await runTexts(
      {
        waits: `await new Promise(() => {})`,
        turns: `it('turns', () => { for (;;) {} })`,
      },
      { fileMsMax: 100 },
    )
    assert.equal(results.length, 2)
    for (const name of ['waits', 'turns']) {
      assert.deepEqual(failures(name), ['hangs: It had no result within 0.1 s'])
    }
  })

  it('makes a problem of a process that does not end after its files', async () => {
    const { of, problems } = await runTexts(
      { open: `it('leaves open', () => { setInterval(() => {}, 60_000) })`, next: fine },
      { endMsMax: 100 },
    )
    assert.deepEqual([of('open').passed, of('next').passed], [1, 1])
    assert.match(
      problems.join('\n'),
      /^A process did not end by itself after it ran 2 files, .*next\.test\.mjs last/,
    )
  })
})

describe('files', () => {
  it('share a process, unless they are alone', async () => {
    const { of } = await runTexts({
      first: tellsProcess,
      'second.alone': tellsProcess,
      third: tellsProcess,
      'fourth.alone': tellsProcess,
    })
    const processOf = (name: string) => of(name).failures[0]?.error
    assert.equal(processOf('first'), processOf('third'))
    const processes = ['first', 'second.alone', 'fourth.alone'].map(processOf)
    assert.equal(new Set(processes).size, 3)
    assert.ok(processes.every((pid) => Number(pid) > 0))
  })

  it('that share a process have counts and hooks of their own', async () => {
    const { of } = await runTexts({
      first: `
        beforeEach((context) => { if (context.name === 'is fine') throw new Error('of another') })
        it('passes', () => {}); it('fails', () => assert.fail()); it.skip('waits')`,
      second: `${fine}; it('is fine, too', () => {})`,
      third: `it('fails', () => assert.fail())`,
    })
    const counts = ['first', 'second', 'third'].map((name) => {
      const { passed, skipped, failures } = of(name)
      return [passed, skipped, failures.length]
    })
    assert.deepEqual(counts, [
      [1, 1, 1],
      [2, 0, 0],
      [0, 0, 1],
    ])
  })

  it('each run once, in as many processes as there may be', async () => {
    const { results, of } = await runTexts(
      {
        one: waitsFor('one', 'other'),
        other: waitsFor('other', 'one'),
        third: fine,
        fourth: fine,
      },
      { concurrency: 2 },
    )
    assert.equal(results.length, 4)
    for (const name of ['one', 'other', 'third', 'fourth']) {
      assert.equal(of(name).passed, 1)
    }
  })
})

describe('whoever stops a run', () => {
  it('ends what runs and starts nothing more', async (context) => {
    const folder = await openFolder(context)
    const started = path.join(folder, 'started')
    const begun = path.join(folder, 'begun')
    const stopping = new AbortController()
    const { results, problems } = await runTexts(
      {
        hangs: `it('hangs', () => {
          writeFileSync(${JSON.stringify(started)}, String(process.pid))
          return new Promise(() => {})
        })`,
        waits: `it('waits', async () => {
          while (!existsSync(${JSON.stringify(started)})) await sleep(1)
        })`,
        never: `writeFileSync(${JSON.stringify(begun)}, ''); ${fine}`,
      },
      { concurrency: 2, signal: stopping.signal, onResult: () => stopping.abort() },
    )
    const names = results.map(({ file }) => path.basename(file, '.test.mjs'))
    assert.deepEqual(names, ['waits', 'hangs'])
    assert.equal(results[1]?.failures.length, 1)
    assert.deepEqual(problems, [])
    const pid = Number(await readFile(started, 'utf8'))
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
    assert.equal(existsSync(begun), false)
  })

  it('before it starts has no result', async () => {
    const { results } = await runTexts({ first: fine }, { signal: AbortSignal.abort() })
    assert.deepEqual(results, [])
  })
})
