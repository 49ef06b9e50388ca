import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

import type { OfContent } from './spec-content.ts'

interface NewContent extends OfContent {
  readonly size: number
  readonly format: string
  readonly files: number
  readonly textStart: number
  readonly textEnd: number
}

/** Notes content before its bytes are stored; no row when it is known. */
export const insertContent = statement(
  'openapi-content.insert',
  (p: NewContent) => sql<{ hash: string }>`
    insert into openapi_content
      (organization_id, hash, size, format, files, text_start, text_end)
    values (${p.organizationId}, ${p.hash}, ${p.size}, ${p.format}, ${p.files},
      ${p.textStart}, ${p.textEnd})
    on conflict (organization_id, hash) do nothing
    returning hash`,
)

export const selectBundleSize = statement(
  'openapi-content.bundle-size',
  (p: OfContent) => sql<{ bundle_size: number | null }>`
    select bundle_size from openapi_content
    where organization_id = ${p.organizationId} and hash = ${p.hash}`,
)

/** Notes the size of the one document, and tells the one before; no row without the content. */
export const updateBundle = statement(
  'openapi-content.update-bundle',
  (p: OfContent & { size: number }) => sql<{ before: number | null }>`
    update openapi_content as c set bundle_size = ${p.size}
    from (
      select hash, bundle_size from openapi_content
      where organization_id = ${p.organizationId} and hash = ${p.hash} for update
    ) as known
    where c.organization_id = ${p.organizationId} and c.hash = known.hash
    returning known.bundle_size as before`,
)

/** Notes content that is gone, so that nobody else does until the transaction ends. */
export const claimContent = statement(
  'openapi-content.claim',
  (p: OfContent) => sql<{ hash: string }>`
    insert into openapi_content
      (organization_id, hash, size, format, files, text_start, text_end)
    values (${p.organizationId}, ${p.hash}, 1, 'json', 1, 1, 2)
    on conflict (organization_id, hash) do nothing
    returning hash`,
)

/** Forgets content that no version has, and that is no specification's newest source nor what it shows. */
export const deleteContent = statement(
  'openapi-content.delete',
  (p: OfContent) => sql<{ bytes: number }>`
    delete from openapi_content as c
    where c.organization_id = ${p.organizationId} and c.hash = ${p.hash}
      and not exists (
        select from openapi_spec_version as v
        where v.organization_id = ${p.organizationId} and v.hash = ${p.hash})
      and not exists (
        select from openapi_spec as s
        where s.organization_id = ${p.organizationId}
          and (s.source_hash = ${p.hash} or s.shown_hash = ${p.hash}))
    returning c.size + coalesce(c.bundle_size, 0) as bytes`,
)

/** Keeps content from being removed until the transaction ends; no row if it is gone already. */
export const holdContent = statement(
  'openapi-content.hold',
  (p: OfContent) => sql<{ hash: string }>`
    select hash from openapi_content
    where organization_id = ${p.organizationId} and hash = ${p.hash} for share`,
)
