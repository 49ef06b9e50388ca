import {
  fetchSpec,
  SourceFailed,
} from '#/features/references/openapi-specs/fetch-spec.ts'
import { storeFile } from '#/features/writing/files/public.ts'
import { newId } from '#/platform/ids/new-id.ts'
import type { Services } from '#/platform/services.ts'

import { expectedOfRequest, openRequests } from './ssrf-requests.ts'
import { callerOf, type Got, refusalIn, type Somebody } from './ssrf-somebody.ts'
import { referringTo, type Vector } from './ssrf-vectors.ts'

export type DoorName = 'file' | 'specification' | 'reference' | 'request'

/** A way by which somebody has the server ask an address. */
export interface Door {
  readonly name: DoorName
  readonly ask: (vector: Vector) => Promise<Got>
  readonly expected: (vector: Vector) => 'fetched' | 'refused' | 'either'
}

const asWritten = ({ expected }: Vector) => expected

/** What the door of requests needs is published before. */
export async function openDoors(
  services: Services,
  somebody: Somebody,
  vectors: readonly Vector[],
): Promise<readonly Door[]> {
  const { organization: organizationId } = somebody
  const spec = async (url: string) =>
    specFrom(fetchSpec(services, { organizationId, url, known: undefined }))
  const send = await openRequests(services, somebody, vectors)
  return [
    {
      name: 'file',
      ask: async ({ url }) => askForFile(services, somebody, url),
      expected: asWritten,
    },
    { name: 'specification', ask: async ({ url }) => spec(url), expected: asWritten },
    {
      name: 'reference',
      ask: async ({ url }) => spec(referringTo(url)),
      // A word that is no whole address leads to a file beside the specification.
      expected: ({ url, expected }) => (URL.canParse(url) ? expected : 'either'),
    },
    { name: 'request', ask: send, expected: expectedOfRequest },
  ]
}

async function askForFile(
  services: Services,
  somebody: Somebody,
  url: string,
): Promise<Got> {
  const { organization: organizationId } = somebody
  const file = { organizationId, spaceId: newId(), source: { url }, name: 'file.bin' }
  try {
    await storeFile({ ...services, caller: callerOf(somebody) }, file)
    return { kind: 'fetched' }
  } catch (error) {
    return refusalIn(error)
  }
}

/** What was fetched is no specification, which is said then. */
async function specFrom(fetching: Promise<unknown>): Promise<Got> {
  try {
    await fetching
    return { kind: 'fetched' }
  } catch (error) {
    if (!(error instanceof SourceFailed)) return { kind: 'failed', error }
    const [first] = error.failure.errors
    return error.code === 'PARSE_ERROR'
      ? { kind: 'fetched' }
      : { kind: 'refused', message: first?.message ?? '' }
  }
}
