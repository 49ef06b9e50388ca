import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'

import { readSources, root, type SourceFile } from './source-files.ts'

const traces: readonly [what: string, pattern: RegExp][] = [
  ['a registry host', /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\b/],
  [
    'a path of one machine',
    /(?<![\w./-])\/(?:work|root|home\/(?!node\b)\w+|Users\/\w+)\//,
  ],
  ['a folder beside the repository', /(?:^|[\s"'`(=])(?:\.\.\/)+shared\//],
]

/** Text that is true on one machine only, or says where packages were fetched from. */
function problems(files: readonly SourceFile[], here: string): string[] {
  return files.flatMap(({ path: file, text }) => {
    const found = text
      .split('\n')
      .flatMap((line, index) => [
        ...traces
          .filter(([, pattern]) => pattern.test(line))
          .map(([what]) => `${file}:${index + 1} has ${what}`),
        ...(line.includes(`${here}/`)
          ? [`${file}:${index + 1} has the path of this clone`]
          : []),
      ])
    const fetched =
      file.endsWith('package-lock.json') && /"resolved": "https?:/.test(text)
    return fetched ? [...found, `${file} says where packages were fetched from`] : found
  })
}

/** The place of a clone, unless it is so plain that it may stand in an example. */
function telling(place: string): string {
  return place.split(path.sep).length > 2 ? place : 'nowhere in particular'
}

describe('the repository', () => {
  it('mentions no registry, no machine and nothing beside itself', async () => {
    assert.deepEqual(problems(await readSources(/./), telling(root)), [])
  })

  // Put together here, so that this file does not break the rule itself.
  const refused: Record<string, string> = {
    'a registry': ['https://registry', 'npmjs', 'org/pg'].join('.'),
    'the folder of a user': ['see ', 'home', 'ann', 'README.md'].join('/'),
    'a folder of this machine': 'cp /srv/builds/lectern/package.json .',
    'a folder at the root': ['cat "', 'work', 'notes.md"'].join('/'),
    'a folder beside it': ['read ..', 'shared', 'style.md'].join('/'),
  }
  for (const [what, text] of Object.entries(refused)) {
    it(`would be caught mentioning ${what}`, () => {
      assert.notDeepEqual(problems([{ path: 'a.md', text }], '/srv/builds/lectern'), [])
    })
  }

  it('would be caught with a lockfile that says where packages come from', () => {
    const text = '"resolved": "https://packages.example/pg.tgz"'
    assert.equal(problems([{ path: 'package-lock.json', text }], '/srv').length, 1)
    assert.deepEqual(
      problems([{ path: 'package-lock.json', text: '"resolved": "contract"' }], '/srv'),
      [],
    )
  })

  it('may speak of folders that every installation has', () => {
    const text = 'COPY . /home/node/app; ls /etc/lectern; https://example.com/home/ann/'
    assert.deepEqual(problems([{ path: 'a.md', text }], '/srv/builds/lectern'), [])
  })
})
