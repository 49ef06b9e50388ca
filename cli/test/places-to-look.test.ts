import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'

import { placesToLook } from '../src/places-to-look.ts'

const sources = path.join(import.meta.dirname, '../src')

describe('what a command invites people to look at', () => {
  const location = 'https://api.example/v1/spaces/abc'
  const onServer = 'https://api.example/s/abc'

  it('is the site that shows a space, and nothing where there is none', () => {
    assert.deepEqual(placesToLook({ location, app: onServer }), [])
    const published = 'https://acme.docs.example/handbook/'
    assert.deepEqual(placesToLook({ location, app: onServer, published }), [
      ['Site', published],
    ])
  })

  it('is the web app only where the server has one', () => {
    for (const app of ['https://app.example/s/abc', 'https://api.example/app/s/abc']) {
      assert.deepEqual(placesToLook({ location, app }), [['Look at', app]])
    }
  })

  it('is decided in one place', async () => {
    const files = await readdir(sources, { recursive: true })
    const naming: string[] = []
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const text = await readFile(path.join(sources, file), 'utf8')
      if (/urls\.app\b/.test(text)) naming.push(file)
    }
    assert.deepEqual(naming, [])
  })
})
