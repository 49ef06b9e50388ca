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
        or s.id is not null then 'a name' end as found
    from openapi_content as c
    left join openapi_spec_version as v
      on v.organization_id = ${organizationId} and v.hash = c.hash
    left join openapi_spec as s
      on s.organization_id = ${organizationId} and c.hash in (s.source_hash, s.shown_hash)
    where c.organization_id = ${organizationId}`,
)

const shownVersion = partnerCheck(
  'openapi-shown-version',
  'openapi_spec.shown_version',
  'openapi_spec_version.id',
  { where: sql`own.shown_version is not null`, within: { spec_id: 'id' } },
)

const shownContent = partnerCheck(
  'openapi-shown-content',
  'openapi_spec.shown_hash',
  'openapi_content.hash',
  {
    where: sql`own.shown_hash is not null`,
    and: sql`partner.bundle_size = own.shown_size`,
  },
)

const overlays = partnerCheck(
  'openapi-overlay-spec',
  'openapi_overlay.spec_id',
  'openapi_spec.id',
  { id: ['spec_id', 'name'] },
)

/** The check that the pages of a specification have the parts that are there, as they are. */
const parts = organizationCheck(
  'openapi-part-planned',
  (organizationId) => sql`
    with planned as (
      select distinct s.id, p.part ->> 'kind' as kind, p.part ->> 'name' as name,
        p.part ->> 'hash' as hash
      from openapi_spec as s
      cross join lateral jsonb_path_query(s.plan, '$.page.**.parts[*]') as p (part)
      where s.organization_id = ${organizationId} and s.plan is not null
        and octet_length(p.part ->> 'name') <= 2000
    ), kept as (
      select k.spec_id, k.kind, k.name, k.hash from openapi_part as k
      where k.organization_id = ${organizationId}
    )
    select concat_ws('/', coalesce(planned.id, kept.spec_id),
        coalesce(planned.kind, kept.kind), coalesce(planned.name, kept.name)) as id,
      planned.hash as expected, kept.hash as found
    from planned
    full join kept on kept.spec_id = planned.id and kept.kind = planned.kind
      and kept.name = planned.name`,
)

export const openApiSpecChecks: readonly OrganizationCheck[] = [
  spec,
  content,
  source,
  slugs,
  bundles,
  unnamed,
  shownVersion,
  shownContent,
  overlays,
  parts,
]
