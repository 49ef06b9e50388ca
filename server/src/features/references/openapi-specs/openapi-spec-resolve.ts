import { type Actor, actorIn, authorize } from '#/access/actor.ts'
import { isSpecSeen } from '#/content-store/sight/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'

import { openApiSpecPolicy } from './openapi-spec-policy.ts'
import { selectSpec, type SpecRow } from './openapi-spec-queries.ts'
import { selectVersion, type VersionRow } from './spec-version-queries.ts'

/** A specification as paths name it. */
export interface NamedSpec {
  readonly organizationId: string
  readonly specSlug: string
}

/** What two slugs have in common that are the same name. */
export function slugKey(slug: string): string {
  // Letters of other scripts have small ones among those of a slug.
  return slug.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export async function authorizeEdit(
  db: Queryable,
  context: Context,
  organizationId: string,
): Promise<Actor> {
  const actor = await actorIn(db, context, organizationId)
  authorize(
    openApiSpecPolicy.edit(actor),
    'change OpenAPI specifications',
    'the create role',
  )
  return actor
}

export async function authorizeView(
  context: Context,
  organizationId: string,
): Promise<Actor> {
  const actor = await actorIn(context.db, context, organizationId)
  const needed = 'a role in the organization'
  authorize(openApiSpecPolicy.view(actor), 'see OpenAPI specifications', needed)
  return actor
}

export async function findSpec(db: Queryable, named: NamedSpec): Promise<SpecRow> {
  const { organizationId, specSlug } = named
  const spec = await db.first(selectSpec, { organizationId, slugKey: slugKey(specSlug) })
  if (spec === undefined) throw notFound('OpenAPI specification', specSlug)
  return spec
}

export interface FoundVersion {
  readonly spec: SpecRow
  readonly version: VersionRow
}

/** A version of a specification, or its newest. */
export async function findVersion(
  db: Queryable,
  named: NamedSpec,
  versionId?: string,
): Promise<FoundVersion> {
  const spec = await findSpec(db, named)
  const { organizationId } = named
  const wanted = versionId ?? spec.last_version
  const version =
    wanted === null
      ? undefined
      : await db.first(selectVersion, {
          organizationId,
          specId: spec.id,
          versionId: wanted,
        })
  if (version === undefined) throw notFound('version', versionId ?? 'latest')
  return { spec, version }
}

/**
 * Lets members read what is in a specification, and visitors of a site what is shown of one, where
 * a page that they see shows it.
 */
export async function authorizeReader(
  context: ReaderContext,
  { organizationId, specSlug }: NamedSpec,
): Promise<void> {
  const { caller } = context
  if (!isVisitor(caller)) {
    await authorizeView({ ...context, caller }, organizationId)
    return
  }
  const isSeen =
    caller.organizationId === organizationId && (await isSpecSeen(context, specSlug))
  if (!isSeen) throw notFound('OpenAPI specification', specSlug)
}
