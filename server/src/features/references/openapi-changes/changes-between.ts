import { buffer } from 'node:stream/consumers'

import {
  bundleKey,
  findVersion,
  type FoundVersion,
  type NamedSpec,
} from '#/features/references/openapi-specs/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

import { compareVersions, type VersionsCompared } from './compare-versions-work.ts'

export interface NamedVersions extends NamedSpec {
  /** The version to begin from. */
  readonly from: string
  /** The version to compare with, or `latest`. */
  readonly to: string
}

export interface FoundVersions {
  readonly spec: FoundVersion['spec']
  readonly from: FoundVersion['version']
  readonly to: FoundVersion['version']
}

export async function findVersions(
  { db }: Pick<Services, 'db'>,
  { from, to, ...named }: NamedVersions,
): Promise<FoundVersions> {
  const [first, second] = await Promise.all([
    findVersion(db, named, from),
    findVersion(db, named, to === 'latest' ? undefined : to),
  ])
  return { spec: first.spec, from: first.version, to: second.version }
}

type Comparing = Pick<Services, 'plans' | 'storage' | 'threads' | 'log'>

/** What changed between two contents, which stays the same for ever: it is kept while there is room. */
export async function changesBetween(
  services: Comparing,
  organizationId: string,
  { from, to }: Pick<FoundVersions, 'from' | 'to'>,
): Promise<VersionsCompared> {
  if (from.hash === to.hash) return { changes: [], isPartial: false }
  const key = `openapi-changes ${organizationId} ${from.hash} ${to.hash}`
  const compared = await services.plans.share(key, async () => {
    const before = await bytesOf(services, organizationId, from)
    const after = await bytesOf(services, organizationId, to)
    return services.threads.run({ organizationId }, compareVersions, { before, after })
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is made here alone
  return compared as VersionsCompared
}

async function bytesOf(
  { storage, log }: Comparing,
  organizationId: string,
  version: FoundVersions['from'],
): Promise<Uint8Array> {
  const key = bundleKey({ organizationId, hash: version.hash })
  const stored = await storage.get(key)
  if (stored?.sizeBytes === version.bundle_size) return buffer(stored.body)
  stored?.body.destroy()
  log.error({ key }, 'a stored specification is missing or has another size')
  throw notFound('version', version.id)
}
