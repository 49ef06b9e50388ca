import assert from 'node:assert/strict'
import { test } from 'node:test'

import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'

import { documentsOf, plainReading } from './comment-documents.ts'
import { writeText } from './write-text-task.ts'

const words = [
  'Looks',
  'é',
  "it's",
  '42',
  'so.',
  'a,b',
  'why?!',
  'www',
  '日本',
  '1.',
  '-',
]
const characters = Array.from(" aZ9.,?!'*_-#[]()<>&:/@`~|$\\\n")

test('a plain sentence is the same document whether the reader reads it or not', () => {
  const sentences = words.flatMap((one) =>
    words.flatMap((two) => words.map((three) => `${one} ${two} ${three}`)),
  )
  const pairs = characters.flatMap((one) =>
    characters.map((two) => `Well${one}${two}www${one}com`),
  )
  const plain = [...words, ...sentences, ...pairs].filter((text) => {
    const reading = plainReading(text)
    if (reading === undefined) return false
    assert.deepEqual(documentWithKeys(reading), documentWithKeys(read(text)), text)
    return true
  })
  assert.ok(plain.length > 500)
  assert.ok(plainReading('Looks good to me.'))
})

test('what may mean something in Markdown is left to the reader', () => {
  const texts = [
    '1. One',
    '- a',
    'a *b*',
    'see www.example.com',
    'a\nb',
    'a  b',
    ' a',
    'a ',
    '',
  ]
  for (const text of texts) assert.equal(plainReading(text), undefined, text)
})

test('a document says the same after it was written as Markdown', () => {
  const [json = ''] = documentsOf(['Some **bold** words.\n'])
  assert.deepEqual(writeText(JSON.parse(json)), { markdown: 'Some **bold** words.\n' })
})
