import type { Collection } from '@lectern/contract/collections.ts'

import type { ContentActor } from '#/access/content-access.ts'
import { resolvedLevel } from '#/content-store/nodes/public.ts'
import type { Config } from '#/platform/config/config.ts'

import { collectionPolicy } from './collection-policy.ts'
import type { CollectionRow } from './collection-queries.ts'

/** A collection as read for one caller, who may see it. */
export interface CollectionForCaller {
  readonly actor: ContentActor
  readonly collection: CollectionRow
}

export function viewCollection(
  { actor, collection: row }: CollectionForCaller,
  { config }: { config: Config },
): Collection {
  const { organizationId } = actor
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: organizationId,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    defaultLevel: resolvedLevel(row),
    urls: {
      location: collectionUrl(row.id, config),
      app: `${config.APP_URL ?? config.PUBLIC_URL}/o/${organizationId}/c/${row.id}`,
    },
    permissions: {
      view: collectionPolicy.view(actor),
      admin: collectionPolicy.admin(actor),
      viewInviteLinks: collectionPolicy.viewInviteLinks(actor),
      create: collectionPolicy.create(actor),
    },
  }
}

export function collectionUrl(collectionId: string, { PUBLIC_URL }: Config): string {
  return `${PUBLIC_URL}/v1/collections/${collectionId}`
}
