import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import type { OverloadWorld } from './overload-world.ts'

/** Rows by table, and files by folder. */
export async function kept({
  world,
}: OverloadWorld): Promise<ReadonlyMap<string, number>> {
  const { db, environment } = world.instance
  const { rows } = await db.raw(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const counts = new Map<string, number>()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names the column
  for (const { name } of rows as { name: string }[]) {
    const counted = await db.raw(`select count(*)::integer as count from ${name}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement names the column
    counts.set(`rows of ${name}`, (counted.rows as { count: number }[])[0]?.count ?? 0)
  }
  for (const name of ['MAIL_FOLDER', 'STORAGE_FOLDER']) {
    counts.set(`files in ${name}`, await filesIn(environment[name] ?? ''))
  }
  counts.set('files of the renderer', await filesIn(world.snapshotFolder))
  return counts
}

async function filesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => stat(path.join(folder, name)).catch(() => undefined)),
  )
  return found.filter((each) => each?.isFile() === true).length
}

/** Tables that a neighbour's own changes of a page write meanwhile: what grows there is not judged. */
const ofNeighbour =
  /^rows of (?:event|event_pending|revision|entry_version|document|text|search_\w+|job\w*|audit\w*)$/

/** Readers are counted in rows of which a site has no more than so many, however many readers come. */
const ofReaders: ReadonlyMap<string, number> = new Map([
  ['rows of site_insight_state', 10],
  ['rows of site_insight', 1000],
])

export function differences(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string[] {
  return Array.from(after, ([what, count]) => ({
    what,
    more: count - (before.get(what) ?? 0),
  }))
    .filter(
      ({ what, more }) => more > (ofReaders.get(what) ?? 0) && !ofNeighbour.test(what),
    )
    .map(({ what, more }) => `strangers made ${more} ${what}`)
}
