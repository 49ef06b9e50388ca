import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { FileResult } from './messages.ts'
import { runTexts } from './test-run.ts'

const counts = ({ passed, skipped, failures }: FileResult) => ({
  passed,
  skipped,
  failed: failures.length,
})

const inHook = (where: string) => `${where}: Error: in a hook`
const fine = `it('is fine', () => {})`

describe('a run of test files', () => {
  it('counts tests and not the suites around them, skipped and planned ones apart', async () => {
    const { of, problems } = await runTexts({
      passes: `
        it('stands alone', () => {})
        describe('a suite', () => {
          it('passes', async () => sleep(1))
          describe('in it', () => it('passes too', () => {}))
          describe('without any', () => {})
        })`,
      subtests: `
        it('has subtests', async (context) => {
          await context.test('one', () => {})
          await context.test('other', () => {})
        })`,
      skips: `
        ${fine}
        it.skip('is skipped', () => assert.fail())
        it('skips itself', (context) => context.skip())
        it.todo('is planned')
        it('is planned and fails', { todo: true }, () => assert.fail())
        describe.skip('a skipped suite', () => it('is not seen', () => assert.fail()))`,
    })
    assert.deepEqual(counts(of('passes')), { passed: 3, skipped: 0, failed: 0 })
    assert.deepEqual(counts(of('subtests')), { passed: 3, skipped: 0, failed: 0 })
    assert.deepEqual(counts(of('skips')), { passed: 1, skipped: 4, failed: 0 })
    assert.deepEqual(problems, [])
    assert.ok(of('passes').seconds > 0)
    assert.ok(of('passes').processorSeconds > 0)
  })

  it('names a test that fails, the suites around it and its error', async () => {
    const { of, failures } = await runTexts({
      fails: `
        it('throws', () => { throw new TypeError('thrown') })
        describe('a suite', () => {
          ${fine}
          describe('in it', () => it('rejects', async () => {
            await sleep(1)
            throw new Error('rejected')
          }))
        })
        it('asserts', () => assert.equal(1, 2))
        it('throws a word', () => { throw 'a word' })
        it('throws nothing', () => { throw undefined })
        it.expectFailure('was to fail', () => {})`,
      subtests: `
        it('has subtests', async (context) => {
          await context.test('one', () => {})
          await context.test('other', () => assert.fail('subtest'))
        })`,
    })
    assert.deepEqual(failures('fails'), [
      'throws: TypeError: thrown',
      'a suite › in it › rejects: Error: rejected',
      'asserts: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      'throws a word: a word',
      'throws nothing: undefined',
      'was to fail: test was expected to fail but passed',
    ])
    assert.equal(of('fails').passed, 1)
    assert.match(of('fails').failures[0]?.error ?? '', /fails\.test\.mjs:\d+/)
    assert.deepEqual(failures('subtests'), [
      'has subtests › other: AssertionError [ERR_ASSERTION]: subtest',
      'has subtests: 1 subtest failed',
    ])
    assert.equal(of('subtests').passed, 1)
  })

  it('fails a file by what fails around its tests', async () => {
    const thrown = `() => { throw new Error('in a hook') }`
    const { of, failures } = await runTexts({
      before: `before(${thrown}); ${fine}`,
      after: `after(${thrown}); ${fine}`,
      afterNothing: `after(${thrown})`,
      beforeEach: `beforeEach(${thrown}); ${fine}`,
      afterEach: `afterEach(${thrown}); ${fine}`,
      inSuite: `describe('a suite', () => { after(${thrown}); ${fine} })`,
      inTest: `it('cleans up', (context) => context.after(${thrown}))`,
      suite: `describe('a suite', ${thrown})`,
      lateSuite: `describe('a suite', async () => { await sleep(1); assert.fail('late') })`,
      innocent: fine,
    })
    assert.deepEqual(failures('before'), [
      'is fine: test did not finish before its parent and was cancelled',
      inHook('around its tests'),
    ])
    assert.deepEqual(failures('after'), [inHook('around its tests')])
    assert.deepEqual(failures('afterNothing'), [inHook('around its tests')])
    assert.deepEqual(failures('beforeEach'), [inHook('is fine')])
    assert.deepEqual(failures('afterEach'), [inHook('is fine')])
    assert.deepEqual(failures('inSuite'), [inHook('a suite')])
    assert.deepEqual(failures('inTest'), [inHook('cleans up')])
    assert.deepEqual(failures('suite'), [inHook('a suite')])
    assert.deepEqual(failures('lateSuite'), [
      'a suite: AssertionError [ERR_ASSERTION]: late',
    ])
    assert.deepEqual(counts(of('innocent')), { passed: 1, skipped: 0, failed: 0 })
  })

  it('fails a file that cannot be loaded, and goes on', async () => {
    const { of, failures, problems } = await runTexts({
      unwritten: `a b c`,
      lost: `import './nowhere.mjs'`,
      throws: `${fine}; throw new Error('at the top')`,
      throwsNothing: `throw undefined`,
      rejects: `await Promise.reject(new Error('at the top'))`,
      innocent: fine,
    })
    assert.deepEqual(failures('unwritten'), [
      "cannot be loaded: SyntaxError: Unexpected identifier 'b'",
    ])
    assert.match(failures('lost').join(), /^cannot be loaded: .*Cannot find module/)
    assert.deepEqual(failures('throws'), ['cannot be loaded: Error: at the top'])
    assert.deepEqual(failures('throwsNothing'), ['cannot be loaded: undefined'])
    assert.deepEqual(failures('rejects'), ['cannot be loaded: Error: at the top'])
    assert.deepEqual(counts(of('innocent')), { passed: 1, skipped: 0, failed: 0 })
    assert.deepEqual(problems, [])
  })

  it('fails a file without any test, and none whose tests are all skipped', async () => {
    const { of, failures } = await runTexts({
      empty: ``,
      hollow: `describe('a suite', () => {})`,
      skipped: `it.skip('is skipped', () => {})`,
      deserted: `describe.skip('a suite', () => { ${fine} })`,
    })
    for (const name of ['empty', 'hollow', 'deserted']) {
      assert.deepEqual(failures(name), ['has no test: Nothing ran'])
    }
    assert.deepEqual(counts(of('skipped')), { passed: 0, skipped: 1, failed: 0 })
  })

  it('runs all tests where some are marked only, of this file and of those that follow', async () => {
    const texts = {
      marked: `
        it.only('is marked', () => {})
        it('fails', () => assert.fail())
        describe('a suite', () => {
          it('is marked, too', { only: true }, () => {})
          it('fails as well', () => assert.fail())
        })`,
      next: fine,
    }
    // The value that `node --test` sets for the files it runs.
    for (const environment of [{}, { NODE_TEST_CONTEXT: 'child-v8' }]) {
      const { of } = await runTexts(texts, { environment })
      assert.deepEqual(counts(of('marked')), { passed: 2, skipped: 0, failed: 2 })
      assert.deepEqual(counts(of('next')), { passed: 1, skipped: 0, failed: 0 })
    }
  })

  it('leaves out what is not marked only where it is asked to', async () => {
    const { of, problems } = await runTexts(
      {
        unmarked: `it('fails', () => assert.fail())`,
        marked: `
          it.only('is marked', () => {})
          it('fails', () => assert.fail())
          describe('a suite', () => {
            it.only('is marked, too', () => {})
            it('fails as well', () => assert.fail())
          })`,
        failing: `it.only('is marked and fails', () => assert.fail())`,
      },
      { worker: { namePatterns: [], only: true } },
    )
    assert.deepEqual(counts(of('unmarked')), { passed: 0, skipped: 0, failed: 0 })
    assert.deepEqual(counts(of('marked')), { passed: 2, skipped: 0, failed: 0 })
    assert.deepEqual(counts(of('failing')), { passed: 0, skipped: 0, failed: 1 })
    assert.deepEqual(problems, [])
  })

  it('leaves out what no pattern names, and takes no file by its path', async () => {
    const { of, failures, problems } = await runTexts(
      {
        chosen: `it('fails', () => assert.fail())`,
        some: `
          it('is chosen', () => {})
          it('fails', () => assert.fail())
          describe('a suite', () => {
            it('is chosen, too', () => {})
            it('fails as well', () => assert.fail())
          })
          describe('a chosen suite', () => { ${fine} })
          describe('a pair', () => {
            it('of names', () => {})
            it('of others', () => assert.fail())
          })`,
        failing: `it('is chosen and fails', () => assert.fail('chosen'))`,
        broken: `import './nowhere.mjs'`,
      },
      { worker: { namePatterns: ['chosen', '^a pair of names$'], only: false } },
    )
    assert.deepEqual(counts(of('chosen')), { passed: 0, skipped: 0, failed: 0 })
    assert.deepEqual(counts(of('some')), { passed: 4, skipped: 0, failed: 0 })
    assert.deepEqual(failures('failing'), [
      'is chosen and fails: AssertionError [ERR_ASSERTION]: chosen',
    ])
    assert.equal(of('broken').failures.length, 1)
    assert.deepEqual(problems, [])
  })
})
