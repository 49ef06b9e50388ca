import { addMember } from '#/features/people/members/public.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { notesOf, writeNotes } from '#test/sessions/test-sign-in-notes.ts'

import type { World } from './sessions-world.ts'

const guesses = 25
const typed = 'words that somebody typed'

/** Guesses are in the audit log of an organization, no more than it has room for, without their words. */
export async function tryNotes(
  world: World,
): Promise<{ problems: string[]; figure: string }> {
  const { api } = world
  const { accountId: userId, email } = await world.person()
  await api.services.db.transaction(async (tx) =>
    addMember(tx, {
      organizationId: api.organization,
      userId,
      role: null,
      sso: false,
    }),
  )
  await writeNotes(api)
  const from = await quarterOf(world)
  for (let turn = 0; turn < guesses; turn += 1) {
    const browser = openTestBrowser(api.url, `203.0.113.${turn}`)
    await browser.post('/~sign-in/password', { email, password: `${typed} ${turn}` })
    // Where nothing is bounded, the audit log is.
    const unbounded = openTestBrowser(world.unbounded.url, `203.0.113.${turn}`)
    await unbounded.post('/~sign-in/password', { email, password: `${typed} ${turn}` })
  }
  const jobs = await writeNotes(api)
  const quarters = (await quarterOf(world)) - from + 1
  const notes = await notesOf(api, userId)
  const ofReason = Map.groupBy(notes, ({ details }) => String(details.reason))
  const problems = [...ofReason]
    .filter(([, { length }]) => length > 20 * quarters)
    .map(([reason, { length }]) => `${length} entries say ${reason}`)
  if (notes.length === 0) problems.push('no guess is in the audit log')
  if (`${jobs.join()}${JSON.stringify(notes)}`.includes(typed)) {
    problems.push('what somebody typed is in the audit log')
  }
  return { problems, figure: `${guesses * 2} guesses noted ${notes.length} times` }
}

async function quarterOf({ api }: World): Promise<number> {
  const [row] = await api.rows(
    `select floor(extract(epoch from now()) / 900)::integer as quarter`,
  )
  return Number(row.quarter)
}
