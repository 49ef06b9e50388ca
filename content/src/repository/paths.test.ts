import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isSafePath, withoutGitFolders } from './paths.ts'

const gitFolders = [
  '.git/config',
  'a/.GIT/hooks/post-checkout',
  '.gitbook/assets/.git/config',
  '.git./config',
  '.git /config',
  '.git. ./config',
  'git~1/config',
  'a/GIT~2',
  '.g\u200cit/config',
  '.git::$INDEX_ALLOCATION/config',
]

describe('paths in a repository', () => {
  it('are not safe in the folder of Git, however some system spells it', () => {
    assert.deepEqual(gitFolders.filter(isSafePath), [])
    for (const path of gitFolders) assert.ok(isSafePath(withoutGitFolders(path)), path)
  })

  it('are safe with names that only look like it', () => {
    const fine = [
      '.gitbook/vars.yaml',
      '.gitignore',
      '.git.md',
      'git/a.md',
      'a.git/b',
      '.github/x',
    ]
    assert.deepEqual(fine.filter(isSafePath), fine)
    assert.deepEqual(fine.map(withoutGitFolders), fine)
  })
})
