import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { at } from './connecting.ts'

const urlAt = (url: string, host: string) =>
  new URL(at({ connectionString: url }, { host, port: 5433 }).connectionString ?? '')

describe('another server of a cluster', () => {
  it('is reached by its own address, whatever form that has', () => {
    const url = 'postgres://me:secret@first.example:5432/docs?sslmode=require'
    for (const [host, expected] of [
      ['second.example', 'second.example:5433'],
      ['10.0.0.2', '10.0.0.2:5433'],
      ['fd00::2', '[fd00::2]:5433'],
    ] as const) {
      const other = urlAt(url, host)
      assert.equal(other.host, expected)
      assert.deepEqual(
        [other.username, other.password, other.pathname, other.search],
        ['me', 'secret', '/docs', '?sslmode=require'],
      )
    }
  })

  it('is reached also where the first is named in the query', () => {
    const url = 'postgres://me@ignored/docs?host=first.example&port=6000&sslmode=disable'
    const other = urlAt(url, 'second.example')
    assert.deepEqual(
      [other.host, other.search],
      ['second.example:5433', '?sslmode=disable'],
    )
  })
})
