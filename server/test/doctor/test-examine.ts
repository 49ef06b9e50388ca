import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestDatabase } from '#test/test-database.ts'

import type { CheckResult } from '#/start/commands/doctor/check.ts'
import { examine } from '#/start/commands/doctor/examine.ts'

interface Examined {
  readonly ok: boolean
  readonly checks: readonly CheckResult[]
  /** The names of the checks that FAILed. */
  readonly failed: readonly string[]
  readonly one: (name: string) => CheckResult
}

export interface Patient {
  readonly databaseUrl: string
  readonly databaseName: string
  readonly examined: (environment?: Record<string, string>) => Promise<Examined>
  readonly remove: () => Promise<void>
}

/** An installation of its own for the doctor to look at. */
export async function createPatient(create = createTestDatabase): Promise<Patient> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-doctor-'))
  const database = await create()
  return {
    databaseUrl: database.url,
    databaseName: new URL(database.url).pathname.slice(1),
    async examined(environment = {}) {
      const checks: CheckResult[] = []
      await examine(
        {
          LECTERN_ENV: 'development',
          DATABASE_URL: database.url,
          STORAGE_FOLDER: path.join(folder, 'files'),
          MAIL_FOLDER: path.join(folder, 'mail'),
          ...environment,
        },
        (result) => checks.push(result),
      )
      const failed = checks.filter(({ status }) => status === 'FAIL')
      return {
        ok: failed.length === 0,
        checks,
        failed: failed.map(({ name }) => name),
        one: (name) => {
          const [found, second] = checks.filter((check) => check.name === name)
          assert.ok(found && !second, `There must be one check of ${name}`)
          return found
        },
      }
    },
    async remove() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
