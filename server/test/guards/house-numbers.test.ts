import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  licenceProblems,
  linesMax,
  numbersOf,
  numbersProblems,
  readLockfile,
  shippedPackages,
} from '../../../tools/house-numbers.ts'
import { readSources } from './source-files.ts'

function problemsOf(text: string): string[] {
  return numbersProblems([numbersOf({ path: 'a.ts', text })])
}

describe('the sources', () => {
  it('keep to the house rules: no any, no !, a reason for each disable, files of a bearable size', async () => {
    const files = await readSources(/\.tsx?$/)
    assert.ok(files.length > 100)
    assert.deepEqual(numbersProblems(files.map(numbersOf)), [])
  })

  const refused = [
    'const a: any = 1',
    'const a = b as any',
    'function f(a: Map<string, any>) {}',
    'type A = string | any',
    'const a = b!.c',
    'const a = f()!',
    'const a = `x ${b!} y`',
    'const a = b[0]!',
    `// oxlint-disable-next-line no-console`,
    `// oxlint-disable-next-line no-console -- x`,
    `/* oxlint-disable no-console -- the whole file prints */`,
    `// eslint-disable-next-line no-console -- of the other linter`,
    `// @ts-ignore -- it complains`,
    'a\n'.repeat(linesMax + 1),
  ]
  for (const text of refused) {
    it(`would be caught with ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(problemsOf(text).length, 1)
    })
  }

  const accepted = [
    'const a = await Promise.any(b)',
    'const c = { any, all }; c.any = any(b)',
    'if (a !== b && !c) d = !(e)',
    `const a = 'b!' + "any" + /x!: any/ // any! : any`,
    'const a = `: any ${b} c!.d`',
    `// oxlint-disable-next-line no-console -- a tool prints its answer`,
    `${'// remark\n\n'.repeat(linesMax)}const a = 1`,
  ]
  for (const text of accepted) {
    it(`may have ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.deepEqual(problemsOf(text), [])
    })
  }
})

describe('the packages that are shipped', () => {
  it('all have a licence that asks for nothing but to be named', async () => {
    const lockfile = await readLockfile()
    assert.ok([...shippedPackages(lockfile).values()].flat().length > 50)
    assert.deepEqual(licenceProblems(lockfile), [])
  })

  it('would be caught with any other, and those for development are not asked', () => {
    const packages = {
      '': {},
      contract: { license: 'Apache-2.0' },
      'node_modules/good': { license: '(MIT OR GPL-3.0)' },
      'node_modules/a/node_modules/@x/copyleft': { license: 'AGPL-3.0' },
      'node_modules/both': { license: 'MIT AND SSPL-1.0' },
      'node_modules/silent': {},
      'node_modules/tool': { license: 'GPL-3.0', dev: true },
    }
    assert.deepEqual(licenceProblems({ packages }), [
      '@x/copyleft is shipped under the licence AGPL-3.0',
      'both is shipped under the licence MIT AND SSPL-1.0',
      'silent is shipped under the licence none',
    ])
  })
})
