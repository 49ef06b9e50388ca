import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { seeded } from '../../../../tools/gate.ts'
import { writePages } from '../import/import-pages.ts'
import {
  createEmptySpace,
  pushFolder,
  type Pushing,
  untilIndexed,
} from '../harness/push-folder.ts'

const sections = 10
const pagesPerSection = 20
const wordsPerPart = 110
const partsPerPage = 5

export interface BenchContent {
  readonly spaceId: string
  readonly pageIds: readonly string[]
  /** Two words that stand in some of the sections, as nearly all of them do. */
  readonly words: readonly [string, string]
}

/** A space of 200 pages of about four kilobytes, pushed and indexed like any other. */
export async function fillContent(
  pushing: Pushing,
  broken: string | undefined,
): Promise<BenchContent> {
  const { db, startWorker } = pushing.instance
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-bench-'))
  const worker = await startWorker()
  try {
    writePages(folder, pages())
    const spaceId = await createEmptySpace(pushing)
    await pushFolder(pushing, folder, spaceId)
    await untilIndexed(pushing.instance)
    const { rows } = await db.raw(
      `select entry_id from entry_version
       where space_id = $1 and kind = 'document' and to_number is null order by entry_id`,
      [spaceId],
    )
    if (broken === 'slow-pages') {
      // As much work again as many pages, behind every look at the space, which the engine's side
      // has no need of.
      await db.raw('alter table space rename to space_stored')
      await db.raw(
        `create view space as select s.* from space_stored s
         where (select count(*) from generate_series(1, 30000) n where n % 7 = length(s.id) % 7) >= 0`,
      )
    }
    await db.raw('vacuum analyze')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
    const pageIds = (rows as { entry_id: string }[]).map(({ entry_id }) => entry_id)
    return { spaceId, pageIds, words: [wordOf(11), wordOf(222)] }
  } finally {
    await worker.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function pages() {
  const { below } = seeded(1)
  const prose = () =>
    Array.from({ length: wordsPerPart }, () => wordOf(below(1000))).join(' ')
  return Array.from({ length: sections * pagesPerSection }, (_, index) => {
    const isFirst = index % pagesPerSection === 0
    const name = isFirst ? 'README' : `page-${index}`
    const parts = Array.from(
      { length: partsPerPage },
      (__, part) =>
        `## Part ${part}\n\n${prose()}\n\n- ${wordOf(part)}\n- **${wordOf(9)}**`,
    )
    return {
      path: `section-${Math.floor(index / pagesPerSection)}/${name}.md`,
      text: `# Page ${index}\n\nBack to [the start](README.md).\n\n${parts.join('\n\n')}\n`,
    }
  })
}

/** A word of three syllables for each number below a thousand. */
function wordOf(number: number): string {
  const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu']
  return [100, 10, 1]
    .map((part) => syllables[Math.floor(number / part) % 10] ?? '')
    .join('')
}
