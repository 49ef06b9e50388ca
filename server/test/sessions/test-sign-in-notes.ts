import { writeSignInNote } from '#/features/joining/sign-in-notes/write-note.ts'
import type { TestApi, TestBody } from '#test/test-api.ts'

/** Writes what waits to be noted of sign-ins, each twice, and gives what the jobs were told. */
export async function writeNotes(api: TestApi): Promise<string[]> {
  const jobs = await api.rows(
    `delete from pgboss.job where name = 'sign-in.write-note' returning data`,
  )
  for (const { data } of [...jobs, ...jobs]) {
    await writeSignInNote.run(data, api.services)
  }
  return jobs.map(({ data }) => JSON.stringify(data))
}

/** What an admin of an organization reads of somebody's sign-ins, the oldest first. */
export async function notesOf(
  api: TestApi,
  target: string,
  { organization = api.organization, admin = 'admin' } = {},
): Promise<TestBody[]> {
  const caller = api.as(admin === 'admin' ? 'admin' : 'outsider')
  const log = `/orgs/${organization}/audit-events`
  const { body } = await caller.get(`${log}?target=${target}&limit=1000`)
  const notes: TestBody[] = []
  for (const { id, action } of body.items.toReversed()) {
    if (!action.startsWith('member_sign')) continue
    notes.push((await caller.get(`${log}/${id}`)).body)
  }
  return notes
}
