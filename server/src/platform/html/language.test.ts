import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { acceptedLanguage } from './language.ts'

describe('the language that a browser asks for', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.4, fr;q=0.9, de;q=0.8', 'fr'],
    ['da, nb;q=0.7, en;q=0.5', 'no'],
    ['nn-NO', 'no'],
    ['iw-IL', 'he'],
    ['pt-PT', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['AR-eg', 'ar'],
    ['sv, fi', 'en'],
    ['de;q=0, nl;q=0.1', 'nl'],
    ['de;q=0, *;q=0.5, fr;q=0.4', 'en'],
    ['en;q=0, *, ja;q=0.2', 'ja'],
    ['de;q=2, ru;q=0.1', 'ru'],
    ['constructor, __proto__, ru;q=0.1', 'ru'],
    [`${'xx,'.repeat(2000)}de`, 'en'],
  ] as const) {
    it(`is ${language} for ${String(header).slice(0, 40)}`, () => {
      assert.equal(acceptedLanguage(header), language)
    })
  }
})
