import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { ofChange } from '#/change/change-argument.ts'
import { nameOfChange } from '#/change/describe-change.ts'
import { type Answer, command, type Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'
import { table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'
import {
  changesNothing,
  describeLeft,
  describeProblems,
  describePush,
  describeResult,
} from '#/push/describe-push.ts'
import {
  dryRunOption,
  modeOption,
  type Pushed,
  pushFolder,
  type Pushing,
  yesOption,
} from '#/push/push-folder.ts'

import { spaceOption } from './space-option.ts'

export const changePush = command({
  about: [
    'Uploads a folder of Markdown files, as one archive, and makes it the content of a change',
    'request, as one revision of it. Makes the change request where none is named. Pages that',
    'are in the folder as they are in the space are no change. The main content stays as it',
    'is, and a locked space takes it too. What is pushed is what content push would push.',
  ],
  argument: { name: 'folder', description: 'What to push' },
  options: {
    space: spaceOption,
    change: {
      description: 'The change request to push to, by its number or id; else a new one',
      value: '<change>',
    },
    subject: { description: 'What it is about, in a line', value: '<text>' },
    mode: modeOption,
    'dry-run': dryRunOption,
    yes: yesOption,
  },
  example: 'lectern change push docs --space <id> --subject "Explain the setup"',
  async run({ space: spaceId, change: named, mode, yes, ...given }, session, folder) {
    const asked = { spaceId, subject: given.subject }
    const push = { folder, spaceId, mode, isDry: given['dry-run'], isAgreed: yes }
    if (push.isDry) return dryRun(session, push, named)
    let change = named === undefined ? undefined : await renamed(session, asked, named)
    try {
      const into = async () => (change ??= await made(session, asked)).id
      const pushed = await pushFolder(session, { ...push, into })
      change = await read(session, spaceId, pushed.run.changeRequest ?? '')
      const isEmpty = named === undefined && changesNothing(pushed.run)
      if (isEmpty) await archive(session, change)
      return answer(change, pushed, isEmpty)
    } catch (error) {
      // A failed push archives the change request that it made: nobody asked for an empty one.
      if (named === undefined && change !== undefined) await archive(session, change)
      throw error
    }
  },
})

/** Compares the folder with the named change request, else with the main content. */
async function dryRun(
  session: Session,
  push: Pushing,
  named: string | undefined,
): Promise<Answer> {
  const change =
    named === undefined ? undefined : await read(session, push.spaceId, named)
  if (change !== undefined) requireOpen(change)
  const into = change && { into: async () => change.id }
  const { space, run, found, seconds } = await pushFolder(session, { ...push, ...into })
  const { id, title, urls } = space
  return {
    json: {
      changeRequest: change ?? null,
      space: { id, title, urls },
      files: found.files.length,
      skipped: found.skipped,
      seconds,
      run,
      dryRun: true,
    },
    lines: describePush(space, { run, redirects: undefined, seconds, isDry: true }),
  }
}

interface Asked {
  readonly spaceId: string
  readonly subject: string | undefined
}

async function read(
  { client }: Session,
  spaceId: string,
  named: string,
): Promise<ChangeRequest> {
  return client.call('getChangeRequestById', { params: ofChange(spaceId, named) })
}

/** The named change request, with its subject updated to the one asked for. */
async function renamed(
  session: Session,
  { spaceId, subject }: Asked,
  named: string,
): Promise<ChangeRequest> {
  const change = await read(session, spaceId, named)
  requireOpen(change)
  if (subject === undefined || subject === change.subject) return change
  return session.client.call('updateChangeRequestById', {
    params: ofChange(spaceId, change.id),
    body: { subject },
    signal: session.signal,
  })
}

/** Refuses a closed change request at once; the server would only after the whole upload. */
function requireOpen({ number, status }: ChangeRequest): void {
  if (status === 'draft' || status === 'open') return
  throw new Refusal(
    'change_request_closed',
    `Change request ${number} is ${status}, so nothing was pushed. Set its status to draft or open first, or leave out --change to make another.`,
  )
}

async function made(
  { client }: Session,
  { spaceId, subject }: Asked,
): Promise<ChangeRequest> {
  return client.call('createChangeRequest', {
    params: { spaceId },
    body: { ...(subject !== undefined && { subject }) },
  })
}

async function archive({ client }: Session, { space, id }: ChangeRequest): Promise<void> {
  await client.call('updateChangeRequestById', {
    params: ofChange(space, id),
    body: { status: 'archived' },
  })
}

function answer(
  change: ChangeRequest,
  { space, run, found, redirects, seconds }: Pushed,
  isEmpty: boolean,
) {
  const { id, title, urls } = space
  const name = nameOfChange(change)
  return {
    json: {
      changeRequest: isEmpty ? null : change,
      space: { id, title, urls },
      files: found.files.length,
      skipped: found.skipped,
      seconds,
      run,
    },
    lines: isEmpty
      ? [`The folder is what ${title} holds already: there is nothing to propose.`]
      : [
          `${changesNothing(run) ? 'Nothing to change in' : 'Pushed to'} ${name} of ${title}.`,
          '',
          ...table([...describeResult(run, seconds), ...placesToLook(change.urls)]),
          ...describeLeft(redirects.map(waiting)),
          ...describeProblems(run.problems),
          '',
          `See what it changes: lectern change diff ${change.number} --space ${id}`,
        ],
  }
}

/** Sites show the main content, so that their redirects wait until that is pushed. */
function waiting({ from }: Pushed['redirects'][number]) {
  return { source: `/${from}`, message: 'only content push makes redirects' }
}
