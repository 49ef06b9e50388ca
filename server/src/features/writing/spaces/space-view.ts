import type { Space } from '@lectern/contract/spaces.ts'

import type { ContentActor } from '#/access/content-access.ts'
import { resolvedLevel, spaceAppUrl } from '#/content-store/nodes/public.ts'
import { type OpenShare, publishedUrls } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'

import type { SpaceRow } from './space-columns.ts'
import { spacePolicy } from './space-policy.ts'

/** A space as read for one caller, who may see it. */
export interface SpaceForCaller {
  readonly actor: ContentActor
  readonly space: SpaceRow
}

/** The emoji of a space that was given none, a blue book: clients need something to show. */
const defaultEmoji = '1f4d8'

interface ViewContext {
  readonly config: Config
  readonly share?: OpenShare | undefined
}

export function viewSpace(
  { actor, space: row }: SpaceForCaller,
  { config, share }: ViewContext,
): Space {
  const { organizationId } = actor
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? defaultEmoji,
    visibility: visibilityOf(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
    ...viewSettings(row),
    urls: {
      location: spaceUrl(row.id, config),
      app: spaceAppUrl(config, row.id),
      ...publishedUrls(config, row.publication, share),
      ...(row.icon !== null && { icon: row.icon }),
    },
    organization: organizationId,
    ...(row.parent_id !== null && { parent: row.parent_id }),
    ...(row.publication?.visibility === 'visitor-auth' && {
      visitorAuth: { backend: 'custom' },
    }),
    revision: row.revision_id,
    defaultLevel: resolvedLevel(row),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: viewPermissions(actor),
  }
}

/** Shows a space to visitors of a site, without its parent, merge rules, level and counters. */
export function viewForVisitor(found: SpaceForCaller, context: ViewContext): Space {
  const { parent: _parent, ...space } = viewSpace(found, context)
  return {
    ...space,
    mergeRules: { type: 'inherit' },
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  }
}

/** The parts of the ETag of a space besides its version. */
export function seenAs({ actor, space: row }: SpaceForCaller): readonly unknown[] {
  return [
    actor.role,
    resolvedLevel(row),
    row.revision_id,
    row.comments,
    row.change_requests,
    row.change_requests_open,
    row.change_requests_draft,
    JSON.stringify(row.publication),
  ]
}

/** The visibility of a space: one that no site publishes is as open as its place. */
function visibilityOf({ publication, parent_id }: SpaceRow): Space['visibility'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
  if (publication !== null) return publication.visibility as Space['visibility']
  return parent_id === null ? 'private' : 'in-collection'
}

export function spaceUrl(spaceId: string, { PUBLIC_URL }: Config): string {
  return `${PUBLIC_URL}/v1/spaces/${spaceId}`
}

type Settings = Pick<Space, 'editMode' | 'mergeRules' | 'language'>

function viewSettings({ edit_mode, merge_rules, language }: SpaceRow): Settings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked them
  return {
    editMode: edit_mode,
    mergeRules: merge_rules,
    ...(language !== null && { language }),
  } as Settings
}

function viewPermissions(actor: ContentActor): Space['permissions'] {
  return {
    view: spacePolicy.view(actor),
    access: spacePolicy.access(actor),
    admin: spacePolicy.admin(actor),
    viewInviteLinks: spacePolicy.viewInviteLinks(actor),
    edit: spacePolicy.edit(actor),
    triggerGitSync: spacePolicy.triggerGitSync(actor),
    comment: spacePolicy.comment(actor),
    merge: spacePolicy.merge(actor),
    review: spacePolicy.review(actor),
    installIntegration: spacePolicy.installIntegration(actor),
  }
}
