import type { OpenAPISpec, OpenAPISpecVersion } from '@lectern/contract/openapi-specs.ts'

import type { Actor } from '#/access/actor.ts'
import type { Services } from '#/platform/services.ts'

import { openApiSpecPolicy } from './openapi-spec-policy.ts'
import type { SpecRow } from './openapi-spec-queries.ts'
import type { VersionRow } from './spec-version-queries.ts'

type Linking = Pick<Services, 'config'>

export function viewSpec(linking: Linking, actor: Actor, spec: SpecRow): OpenAPISpec {
  const { organizationId } = actor
  const { config } = linking
  const isPublished = spec.visibility === 'public' && spec.last_version !== null
  return {
    object: 'openapi-spec',
    id: spec.id,
    createdAt: spec.created_at,
    updatedAt: spec.updated_at,
    slug: spec.slug,
    ...(spec.source_url !== null && { sourceURL: spec.source_url }),
    processingState: stateOf(spec.state),
    visibility: spec.visibility === 'public' ? 'public' : 'private',
    ...(spec.last_version !== null && { lastVersion: spec.last_version }),
    ...(spec.processed_at !== null && {
      lastProcessedAt: spec.processed_at,
    }),
    ...viewErrors(spec),
    permissions: {
      view: openApiSpecPolicy.view(actor),
      edit: openApiSpecPolicy.edit(actor),
    },
    urls: {
      location: specLocation(linking, organizationId, spec),
      app: `${config.APP_URL ?? config.PUBLIC_URL}/o/${organizationId}/openapi/${spec.slug}`,
      ...(isPublished && {
        published: versionUrl(linking, organizationId, spec, spec.last_version ?? ''),
      }),
    },
  }
}

export function viewVersion(
  linking: Linking,
  organizationId: string,
  spec: SpecRow,
  // oxlint-disable-next-line max-params -- what makes URLs, whose it is, of which specification, and which
  version: VersionRow,
): OpenAPISpecVersion {
  return {
    object: 'openapi-spec-version',
    id: version.id,
    createdAt: version.created_at,
    url: versionUrl(linking, organizationId, spec, version.id),
    urls: {
      location: `${specLocation(linking, organizationId, spec)}/versions/${version.id}`,
    },
  }
}

export function specLocation(
  { config }: Linking,
  organizationId: string,
  { slug }: Pick<SpecRow, 'slug'>,
): string {
  return `${config.PUBLIC_URL}/v1/orgs/${organizationId}/openapi/${slug}`
}

/** Where a version can be read as one JSON document. */
export function versionUrl(
  { config }: Linking,
  organizationId: string,
  { slug }: Pick<SpecRow, 'slug'>,
  // oxlint-disable-next-line max-params -- what makes URLs, whose it is, of which specification, and which
  versionId: string,
): string {
  return `${config.PUBLIC_URL}/~openapi/${organizationId}/${slug}/${versionId}.json`
}

function viewErrors({ error_code: code, errors, error_count: count }: SpecRow) {
  if (code === null || errors === null) return { lastProcessedErrorCount: 0 }
  return {
    lastProcessErrorCode: errorCodeOf(code),
    lastProcessedErrors: errors.map((error) => ({ ...error })),
    lastProcessedErrorCount: count ?? errors.length,
  }
}

function stateOf(state: string): OpenAPISpec['processingState'] {
  return state === 'pending' || state === 'progress' ? state : 'complete'
}

function errorCodeOf(code: string): NonNullable<OpenAPISpec['lastProcessErrorCode']> {
  return code === 'FETCH_TIMEOUT' || code === 'FETCH_ERROR' ? code : 'PARSE_ERROR'
}
