import { userUrn } from '#test/provisioning/test-directory.ts'

import { type Measured, ratioMax } from './growth-cost.ts'
import { ask, connect, type Directory, domainOf } from './growth-directories.ts'
import type { SearchTimes } from './growth-search.ts'
import { processTimeMs, treeTimeMs } from '../harness/processor-time.ts'

const membersInOne = 10_000
const parts = 10
/** Before the first that are counted: what a process learns in its first requests is not growth. */
const warmUps = 300
/** As many as a directory sends at the same time. */
const atOnce = 4

/** A directory brings ten thousand people in one run: the last cost what the first did. */
export async function measureProvisioning(
  measured: Measured,
  say: (line: string) => void,
): Promise<SearchTimes> {
  const directory = await connect(measured, 'small')
  await makeMembers(directory, { from: 0, count: warmUps })
  const startedMs = performance.now()
  const perMember: number[] = []
  for (let part = 0; part < parts; part += 1) {
    perMember.push(await costOfPart(measured, directory, part))
  }
  const seconds = (performance.now() - startedMs) / 1000
  const [first = 0] = perMember
  const ratio = Math.max(...perMember) / first
  const texts = perMember.map((ms) => ms.toFixed(2)).join(', ')
  say(
    `  ${membersInOne} members by a directory in ${seconds.toFixed(0)} s: ${texts} ms of the processor each, by the thousand`,
  )
  return {
    figure: `${membersInOne} members of a directory in ${seconds.toFixed(0)} s, the dearest thousand ${ratio.toFixed(2)}× the first`,
    slow:
      ratio > ratioMax
        ? [`provisioning: a later thousand costs ${ratio.toFixed(2)}× the first`]
        : [],
  }
}

/** The processor time of api and database, for a member. */
async function costOfPart(
  { api, postmasterPid }: Measured,
  directory: Directory,
  part: number,
): Promise<number> {
  const timeMs = () => processTimeMs(api.child.pid ?? 0) + treeTimeMs(postmasterPid)
  const count = membersInOne / parts
  const beforeMs = timeMs()
  await makeMembers(directory, { from: warmUps + part * count, count })
  return (timeMs() - beforeMs) / count
}

async function makeMembers(
  directory: Directory,
  { from, count }: { from: number; count: number },
): Promise<void> {
  let next = from
  async function make(): Promise<void> {
    while (next < from + count) {
      const number = next
      next += 1
      await ask(directory, 'POST', '/Users', {
        schemas: [userUrn],
        userName: `run-${number}@${domainOf(directory.size)}`,
        externalId: `run-${number}`,
        name: { givenName: 'Ann', familyName: `Member ${number}` },
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, make))
}
