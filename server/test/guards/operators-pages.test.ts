import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import { uploadBytesMax } from '@lectern/contract/storage.ts'

import { allJobs } from '#/start/all-jobs.ts'

import { root } from './source-files.ts'

const megabyte = 1024 * 1024

async function pageOf(name: string): Promise<string> {
  return readFile(path.join(root, 'docs', name), 'utf8')
}

/** The names in the first column of a table whose head begins so. */
function firstColumn(page: string, head: string): string[] {
  const [, table = ''] = page.split(new RegExp(`^\\| ${head} +\\|.*\\n`, 'm'))
  const [rows = ''] = table.split('\n\n', 1)
  return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}

describe('what operators read', () => {
  it('has every job in the table of jobs, once, and no other', async () => {
    const told = firstColumn(await pageOf('operate.md'), 'job')
    const jobs = allJobs([]).map(({ name }) => name)
    assert.ok(jobs.length > 20)
    assert.deepEqual(told.toSorted(), jobs.toSorted())
  })

  it('lets proxies pass on what the api takes', async () => {
    const page = await pageOf('install.md')
    const bounds = Object.values<OperationDefinition>(operations).map(
      ({ bodyBytesMax = 0 }) => bodyBytesMax,
    )
    const sizes = (form: RegExp) =>
      [...page.matchAll(form)].map(([, size]) => Number(size) * megabyte)
    const [all, uploads] = sizes(/client_max_body_size (\d+)m/g)
    assert.equal(all, Math.max(...bounds))
    assert.equal(uploads, uploadBytesMax)
    const [ingress] = sizes(/proxy-body-size=(\d+)m/g)
    assert.equal(ingress, uploadBytesMax)
  })
})
