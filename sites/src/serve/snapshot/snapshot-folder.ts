import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** A site as an earlier process left it; sizes are those on disk. */
export interface FoundSite {
  readonly siteId: string
  readonly files: ReadonlyMap<string, number>
  readonly places: ReadonlyMap<string, number>
  /** The time of the last use that was noted; 0 for a site that nobody reads. */
  readonly usedMs: number
}

export const idPattern = /^[\w-]{1,64}$/
/** The name of an empty file in the folder of a site, whose time is that of the last use. */
export const usedName = 'used'

const blockBytes = 4096
const filePattern = /^[\w-]{22}\.gz$/

/** The room that a file takes: whole blocks, so that the number of files is bounded as well. */
export function bytesOnDisk(size: number): number {
  return Math.max(1, Math.ceil(size / blockBytes)) * blockBytes
}

/** All sites below a folder. What is no whole file of ours is removed. */
export async function readSnapshotFolder(
  root: string,
  addressesMax: number,
): Promise<readonly FoundSite[]> {
  const places = await readPlaces(path.join(root, 'places'), addressesMax)
  const found: FoundSite[] = []
  for (const siteId of await readdir(path.join(root, 'sites'))) {
    const folder = path.join(root, 'sites', siteId)
    if (!idPattern.test(siteId)) await rm(folder, { recursive: true, force: true })
    else {
      const of = places.get(siteId) ?? new Map<string, number>()
      found.push({ siteId, places: of, ...(await readSite(folder)) })
    }
    places.delete(siteId)
  }
  for (const [siteId, of] of places) {
    found.push({ siteId, places: of, files: new Map(), usedMs: 0 })
  }
  return found
}

async function readSite(folder: string): Promise<Pick<FoundSite, 'files' | 'usedMs'>> {
  const files = new Map<string, number>()
  let usedMs = 0
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (name === usedName) usedMs = (await stat(file)).mtimeMs
    else if (filePattern.test(name)) files.set(name, bytesOnDisk((await stat(file)).size))
    else await rm(file, { recursive: true, force: true })
  }
  return { files, usedMs }
}

/** The sizes of places by site and name; the oldest of a site go where there are too many. */
async function readPlaces(
  folder: string,
  addressesMax: number,
): Promise<Map<string, Map<string, number>>> {
  const found: { siteId: string; name: string; size: number; writtenMs: number }[] = []
  for (const file of await readdir(folder)) {
    const [siteId = ''] = file.split('.', 1)
    const name = file.slice(siteId.length + 1)
    if (idPattern.test(siteId) && filePattern.test(name)) {
      const { size, mtimeMs } = await stat(path.join(folder, file))
      found.push({ siteId, name, size: bytesOnDisk(size), writtenMs: mtimeMs })
    } else await rm(path.join(folder, file), { recursive: true, force: true })
  }
  const places = new Map<string, Map<string, number>>()
  for (const { siteId, name, size } of found.toSorted(
    (one, other) => other.writtenMs - one.writtenMs,
  )) {
    const ofSite = places.get(siteId) ?? new Map<string, number>()
    places.set(siteId, ofSite)
    if (ofSite.size < addressesMax) ofSite.set(name, size)
    else await rm(path.join(folder, `${siteId}.${name}`), { force: true })
  }
  // The oldest comes first, as in a process that has written them all.
  for (const [siteId, ofSite] of places) {
    places.set(siteId, new Map([...ofSite].toReversed()))
  }
  return places
}
