import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Environment } from './command.ts'
import { Refusal } from './failure.ts'

/** The token that `lectern login` stored for a server; each server has its own. */
export function storedToken(
  server: string,
  environment: Environment,
): string | undefined {
  const place = placeOf(environment)
  return place === undefined ? undefined : readTokens(place)[server]
}

/** Stores the token for a server where only its owner reads it; returns the path of the file. */
export function storeToken(
  server: string,
  token: string,
  environment: Environment,
): string {
  const place = placeOf(environment)
  if (place === undefined) {
    throw new Refusal(
      'no_home',
      'HOME is not set, so there is no place for the token. Set LECTERN_TOKEN instead.',
    )
  }
  mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ ...readTokens(place), [server]: token }, null, 2)
  // A new file: the mode of one that is there would stay as it is.
  const written = `${place}.${process.pid}`
  rmSync(written, { force: true })
  writeFileSync(written, `${text}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(written, place)
  return place
}

function placeOf(environment: Environment): string | undefined {
  const { XDG_CONFIG_HOME: config = '', HOME: home = '' } = environment
  if (config !== '') return path.join(config, 'lectern', 'tokens.json')
  return home === '' ? undefined : path.join(home, '.config', 'lectern', 'tokens.json')
}

function readTokens(place: string): Readonly<Record<string, string>> {
  let text: string
  try {
    text = readFileSync(place, 'utf8')
  } catch {
    return {}
  }
  try {
    const found: unknown = JSON.parse(text)
    const tokens = Object.entries(Object(found)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(tokens)
  } catch {
    throw new Refusal(
      'tokens_unreadable',
      `"${place}" is not as "lectern login" writes it. Remove it, and log in again.`,
    )
  }
}
