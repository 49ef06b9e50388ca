import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { OfSpec } from './openapi-spec-queries.ts'

export interface BegunSpec {
  readonly slug: string
  readonly source_number: number
  readonly source_url: string | null
  readonly source_hash: string | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly failures: number
}

/** Begins to read the newest source, again if a worker was lost over it. */
export const beginProcessing = statement(
  'openapi-spec.begin',
  (p: OfSpec) => sql<BegunSpec>`
    update openapi_spec
    set state = 'progress', updated_at = now()
    where organization_id = ${p.organizationId} and id = ${p.specId}
      and state <> 'complete'
    returning slug, source_number, source_url, source_hash, etag, last_modified, failures`,
)

type OfSource = OfSpec & { readonly sourceNumber: number }

/** Locks a specification whose source is still the one that was read. */
export const lockSource = statement(
  'openapi-spec.lock-source',
  (p: OfSource) => sql<{ slug: string }>`
    select slug from openapi_spec
    where organization_id = ${p.organizationId} and id = ${p.specId}
      and source_number = ${p.sourceNumber}
    for update`,
)

/** The content of the newest version. */
export const selectLastHash = statement(
  'openapi-spec.last-hash',
  (p: OfSpec) => sql<{ hash: string }>`
    select hash from openapi_spec_version
    where organization_id = ${p.organizationId} and spec_id = ${p.specId}
    order by id desc limit 1`,
)

interface Refreshing {
  /** When the URL is looked at again; null without one. */
  readonly refreshSeconds: number | null
}

const refreshAt = (p: Refreshing) => sql`
  now() + make_interval(secs => ${p.refreshSeconds}::double precision)`

export const completeSpec = statement(
  'openapi-spec.complete',
  (p: OfSpec & Refreshing & { etag: string | null; lastModified: string | null }) => sql`
    update openapi_spec
    set state = 'complete', processed_at = now(), updated_at = now(),
      error_code = null, errors = null, error_count = null, failures = 0,
      etag = ${p.etag}::text, last_modified = ${p.lastModified}::text,
      refresh_at = ${refreshAt(p)}
    where organization_id = ${p.organizationId} and id = ${p.specId}`,
)

/** Notes why a source made no version; a URL is asked less and less often then. */
export const failSpec = statement(
  'openapi-spec.fail',
  (
    p: OfSource & Refreshing & { errorCode: string; errors: string; errorCount: number },
  ) => sql`
    update openapi_spec
    set state = 'complete', processed_at = now(), updated_at = now(),
      error_code = ${p.errorCode}, errors = ${p.errors}::jsonb,
      error_count = ${p.errorCount}, failures = failures + 1,
      refresh_at = ${refreshAt(p)}
    where organization_id = ${p.organizationId} and id = ${p.specId}
      and source_number = ${p.sourceNumber}`,
)

/**
 * Takes the specifications of an organization whose URL is to be looked at, and those whose job was
 * lost an hour ago.
 */
export const takeDueSpecs = statement(
  'openapi-spec.take-due',
  (p: { organizationId: string; rowsMax: number }) => sql<{ id: string }>`
    update openapi_spec
    set state = 'pending', updated_at = now()
    where organization_id = ${p.organizationId} and id in (
      select due.id from openapi_spec as due
      where due.organization_id = ${p.organizationId}
        and ((due.state = 'complete' and due.refresh_at <= now())
          or (due.state <> 'complete' and due.updated_at < now() - interval '1 hour'))
      order by due.refresh_at limit ${p.rowsMax}
      for update skip locked)
    returning id`,
)
