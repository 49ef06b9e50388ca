import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'

import { slugify, slugOfFile, uniqueSlugs } from './slug.ts'

describe('slugify', () => {
  it('folds accents and keeps letters and digits of any script', () => {
    equal(slugify('Déjà vu: 2 Ways!'), 'deja-vu-2-ways')
    equal(slugify('はじめに 一'), 'はじめに-一')
    equal(slugify('हिन्दी'), 'हिन्दी')
    equal(slugify('Йод и ёж'), 'иод-и-еж')
  })

  it('gives a name to what has no letters', () => {
    equal(slugify('—'), 'page')
    equal(slugify(''), 'page')
  })
})

describe('slugOfFile', () => {
  it('keeps what is safe in an address', () => {
    equal(slugOfFile('record_transformer'), 'record_transformer')
    equal(slugOfFile('squirrel.windows'), 'squirrel.windows')
    equal(slugOfFile('vite-+-typescript'), 'vite-+-typescript')
    equal(slugOfFile('my page (1)'), 'my-page-1')
  })

  it('is never a way up', () => {
    equal(slugOfFile('..'), 'page')
    equal(slugOfFile('../../etc'), '..-..-etc')
  })
})

describe('uniqueSlugs', () => {
  it('numbers what is taken', () => {
    deepEqual(['a', 'a', 'a-1', 'a'].map(uniqueSlugs()), ['a', 'a-1', 'a-1-1', 'a-2'])
  })
})
