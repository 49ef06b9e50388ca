import { sql } from 'kysely'

import { partnerCheck } from '#/platform/integrity/common-checks.ts'
import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

const spec = partnerCheck(
  'openapi-version-spec',
  'openapi_spec_version.spec_id',
  'openapi_spec.id',
)

const content = partnerCheck(
  'openapi-version-content',
  'openapi_spec_version.hash',
  'openapi_content.hash',
)

const source = partnerCheck(
  'openapi-spec-source',
  'openapi_spec.source_hash',
  'openapi_content.hash',
  { where: sql`own.source_hash is not null` },
)

/** The check that specifications are found by the names that they show. */
const slugs = organizationCheck(
  'openapi-spec-slug',
  (organizationId) => sql`
    select id, lower(slug) as expected, slug_key as found
    from openapi_spec where organization_id = ${organizationId}`,
)

/** The check that every version can be read as one document. */
const bundles = organizationCheck(
  'openapi-version-bundle',
  (organizationId) => sql`
    select v.id, 'a document' as expected,
      case when c.bundle_size is not null then 'a document' end as found
    from openapi_spec_version as v
    join openapi_content as c
      on c.organization_id = ${organizationId} and c.hash = v.hash
    where v.organization_id = ${organizationId}`,
)

/** The check that content which nothing names is swept, long after its time. */
const unnamed = organizationCheck(
  'openapi-content-named',
  (organizationId) => sql`
    select c.hash as id, 'a name' as expected,
      case when c.created_at > now() - interval '7 days' or v.hash is not null
        or s.source_hash is not null then 'a name' end as found
    from openapi_content as c
    left join openapi_spec_version as v
      on v.organization_id = ${organizationId} and v.hash = c.hash
    left join openapi_spec as s
      on s.organization_id = ${organizationId} and s.source_hash = c.hash
    where c.organization_id = ${organizationId}`,
)

export const openApiSpecChecks: readonly OrganizationCheck[] = [
  spec,
  content,
  source,
  slugs,
  bundles,
  unnamed,
]
