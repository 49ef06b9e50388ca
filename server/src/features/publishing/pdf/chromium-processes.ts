import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4096

interface Process {
  readonly id: number
  readonly parentId: number
}

/** The memory of a browser and of all processes below it; 0 on systems without `/proc`. */
export async function bytesOfBrowser(folder: string): Promise<number> {
  const sizes = await Promise.all([...(await processesOf(folder))].map(bytesOf))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** Ends all processes of a browser, whether or not they respond. */
export async function killBrowser(folder: string): Promise<void> {
  for (const id of await processesOf(folder)) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // The process has ended by itself.
    }
  }
}

/**
 * The ids of all processes of a browser: the folder on its command line identifies the first, the
 * others descend from it.
 */
async function processesOf(folder: string): Promise<ReadonlySet<number>> {
  const processes = await allProcesses()
  const roots: number[] = []
  for (const { id, parentId } of processes) {
    if (parentId === process.pid && (await commandLine(id)).includes(folder)) {
      roots.push(id)
    }
  }
  const family = new Set(roots)
  for (const id of family) {
    for (const child of processes) if (child.parentId === id) family.add(child.id)
  }
  return family
}

async function allProcesses(): Promise<readonly Process[]> {
  const names = await readdir('/proc').catch(() => [])
  const found = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map(async (name) => readProcess(name)),
  )
  return found.filter((each) => each !== undefined)
}

async function readProcess(name: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
  // The name of the program, in parentheses, may hold anything.
  const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return parent === undefined ? undefined : { id: Number(name), parentId: Number(parent) }
}

async function commandLine(id: number): Promise<string> {
  return readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
}

/** The memory of the process, without the pages that it shares with others. */
async function bytesOf(id: number): Promise<number> {
  const statm = await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '')
  const [, resident, shared] = statm.split(' ')
  const pages = Number(resident ?? 0) - Number(shared ?? 0)
  return Number.isFinite(pages) ? Math.max(0, pages) * pageBytes : 0
}
