import { Client } from 'pg'

const fallbackUrl = 'postgres://postgres@127.0.0.1:5432/postgres'

/** The PostgreSQL server on which development tools create their databases. */
export function developmentServerUrl(): string {
  return process.env['DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? fallbackUrl
}

export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface ScratchDatabase {
  readonly name: string
  readonly serverUrl: string
  readonly url: string
  readonly drop: () => Promise<void>
}

/** Creates an empty database, which the caller must drop. */
export async function createScratchDatabase(
  purpose: string,
  serverUrl = developmentServerUrl(),
): Promise<ScratchDatabase> {
  const name = `lectern_${purpose}_${process.pid}_${Date.now().toString(36)}`
  await runOnServer(serverUrl, `create database ${name}`)
  return {
    name,
    serverUrl,
    url: urlOfDatabase(serverUrl, name),
    drop: async () =>
      runOnServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}
