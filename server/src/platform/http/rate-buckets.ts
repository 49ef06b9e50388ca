import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

import { type Caller, isVisitor, type SiteVisitor } from './caller.ts'

declare const mark: unique symbol

/** The id of a site that was read from the database; the text of a request never is one. */
export type ResolvedSite = string & { readonly [mark]: 'site' }

/** Marks the site of a row as found. Guards know every place that does so. */
export function resolvedSite({
  id,
}: {
  readonly id: string
  readonly epoch: number
}): ResolvedSite {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only rows of sites have both columns
  return id as ResolvedSite
}

export const bucketKinds = ['token', 'site', 'address', 'readers', 'renderer'] as const
export type BucketKind = (typeof bucketKinds)[number]

type BucketKey = string & { readonly [mark]: 'bucket' }

/** Counts requests under a key that no caller can make up, except for their own address. */
export interface Bucket {
  readonly kind: BucketKind
  readonly key: BucketKey
}

/** The bucket of a request before anything that it names was looked up. */
export function bucketOf(request: FastifyRequest): Bucket {
  const { caller, isRenderer } = request
  if (caller !== undefined) return bucketOfCaller(caller)
  // The renderer speaks for all readers of all sites: its requests count for the site they resolve.
  if (isRenderer) return bucket('renderer', 'ours')
  const { definition } = request.routeOptions.config
  if (definition?.limitedBy === 'site') return bucketOfReader(request)
  return bucket('address', addressOf(request))
}

/** The bucket of a reader without a token, for everything that they ask for. */
export function bucketOfReader(request: FastifyRequest): Bucket {
  return bucket('readers', addressOf(request))
}

/** An owner of one IPv6 address has the whole network around it. */
export function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip)
}

export function bucketOfSite(site: ResolvedSite): Bucket {
  return bucket('site', site)
}

function bucketOfCaller(caller: Caller | SiteVisitor): Bucket {
  return isVisitor(caller)
    ? bucket('site', caller.siteId)
    : bucket('token', caller.tokenId)
}

function bucket(kind: BucketKind, name: string): Bucket {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made here alone
  return { kind, key: `${kind} ${name}` as BucketKey }
}
