import { Type, type Static } from 'typebox'

import { bounded } from './bounded.ts'
import {
  constant,
  enumeration,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  permissions,
  role,
  timestamp,
  uri,
  emoji,
  emojiInput,
} from './common.ts'
import { computedRevisionSource } from './computed-sources.ts'
import { defaultLevel, place } from './content-places.ts'
import { spaceMergeRules } from './merge-rules.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, inSpace } from './parameters.ts'
import { templateId, templateParams } from './templates.ts'

export const languages = [
  'en',
  'fr',
  'de',
  'es',
  'it',
  'pt',
  'pt-br',
  'ru',
  'ja',
  'zh',
  'yue',
  'ko',
  'ar',
  'hi',
  'nl',
  'pl',
  'tr',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'cs',
  'hu',
  'ro',
  'th',
  'vi',
  'id',
  'ms',
  'he',
  'uk',
  'sk',
  'bg',
  'hr',
  'lt',
  'lv',
  'et',
  'sl',
] as const

export const language = named('Language', enumeration(languages))

export const contentVisibility = named(
  'ContentVisibility',
  enumeration(
    ['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private'],
    { description: 'Who can read the published content.' },
  ),
)

const gitSync = Type.Object({
  repoName: Type.Optional(Type.String()),
  installationProvider: Type.Optional(enumeration(['github', 'gitlab', 'github-legacy'])),
  integration: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  updatedAt: Type.Optional(timestamp),
})

const visitorAuth = Type.Union([
  Type.Object({ backend: constant('custom') }),
  Type.Object({ backend: constant('integration'), integration: Type.String() }),
])

function counter(description: string) {
  return Type.Integer({ minimum: 0, description })
}

const title = Type.String({ maxLength: 50 })
const editMode = enumeration(['live', 'locked'], {
  description: 'Whether people edit directly or only through change requests.',
})

export const space = named(
  'Space',
  Type.Object({
    object: constant('space'),
    id: identifier,
    title,
    emoji,
    visibility: contentVisibility,
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: Type.Optional(
      Type.String({ ...timestamp, description: 'Seven days later the space is gone.' }),
    ),
    editMode: Type.Optional(editMode),
    mergeRules: spaceMergeRules,
    urls: Type.Object({
      location: uri,
      app: uri,
      published: Type.Optional(uri),
      public: Type.Optional(uri),
      icon: Type.Optional(uri),
    }),
    organization: id('The organization that owns the space.'),
    parent: Type.Optional(id('The collection it is in.')),
    language: Type.Optional(language),
    gitSync: Type.Optional(gitSync),
    visitorAuth: Type.Optional(visitorAuth),
    revision: id('The current revision of the main content.'),
    defaultLevel: role,
    comments: counter('Open comments.'),
    changeRequests: counter('Change requests in any state.'),
    changeRequestsOpen: counter('Open change requests.'),
    changeRequestsDraft: counter('Draft change requests.'),
    permissions: permissions({
      view: 'Read the content.',
      access: 'Open the space in the app.',
      admin: 'Change settings and access.',
      viewInviteLinks: 'See its invite links.',
      edit: 'Edit content.',
      triggerGitSync: 'Start a synchronization with git.',
      comment: 'Comment on content.',
      merge: 'Merge change requests.',
      review: 'Review change requests.',
      installIntegration: 'Install integrations.',
    }),
  }),
)
export type Space = Static<typeof space>

export const spaceList = list('SpaceList', space)

export const spaceOperations = defineOperations({
  listSpacesInOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}/spaces',
    tag: 'spaces',
    summary: 'List the spaces of an organization',
    description:
      'Answers the spaces you can see, in all collections and outside them, by their position.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      ...paging,
      deleted: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'With true, only the spaces in the trash that you can restore, last deleted first.',
        }),
      ),
    },
    status: 200,
    reply: spaceList,
    errors: [403, 404],
  },
  createSpace: {
    method: 'POST',
    path: '/orgs/{organizationId}/spaces',
    tag: 'spaces',
    summary: 'Create a space',
    description:
      'Creates a space with one page at the end of its place; you become its admin. Needs the create role, in the organization or on the parent.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object(
      {
        title: Type.Optional(title),
        emoji: Type.Optional(emojiInput),
        parent: Type.Optional(id('The collection to create it in.')),
        language: Type.Optional(language),
        editMode: Type.Optional(editMode),
        template: Type.Optional(
          Type.Object(
            { id: templateId, params: Type.Optional(templateParams) },
            { description: 'What the space begins with.' },
          ),
        ),
        computedSource: Type.Optional({
          ...bounded(computedRevisionSource),
          description:
            'What the pages of the space are computed from: an OpenAPI specification of the organization.',
        }),
        empty: Type.Optional(
          Type.Unsafe<true>({
            type: 'boolean',
            const: true,
            description: 'Begin without a page.',
          }),
        ),
      },
      {
        description: 'At most one of `template`, `computedSource` and `empty` is given.',
      },
    ),
    bodyOptional: true,
    status: 201,
    reply: space,
    errors: [400, 403, 404],
  },
  getSpaceById: {
    method: 'GET',
    path: '/spaces/{spaceId}',
    tag: 'spaces',
    summary: 'Get a space',
    description:
      'Answers one space with its counters and what you may do with it. A space in the trash is answered to those who can restore it, with `deletedAt`.',
    caller: 'user',
    visitor: true,
    reach: 'organization',
    params: inSpace,
    query: {
      shareKey: Type.Optional(
        Type.String({
          maxLength: 256,
          description: 'For the published URL of a site that is shared by link.',
        }),
      ),
    },
    status: 200,
    reply: space,
    versioned: true,
    errors: [403, 404],
  },
  updateSpaceById: {
    method: 'PATCH',
    path: '/spaces/{spaceId}',
    tag: 'spaces',
    summary: 'Update a space',
    description:
      'Changes the settings that are given. An emoji takes the place of an icon and the other way round; null removes it.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    body: Type.Object({
      title: Type.Optional(title),
      emoji: Type.Optional(nullable(emojiInput)),
      icon: Type.Optional(
        Type.Unsafe<string | null>({
          ...uri,
          type: ['string', 'null'],
          description: 'The http or https URL of an image.',
        }),
      ),
      editMode: Type.Optional(editMode),
      defaultLevel: Type.Optional(defaultLevel),
      language: Type.Optional(language),
      mergeRules: Type.Optional(spaceMergeRules),
    }),
    status: 200,
    reply: space,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  deleteSpaceById: {
    method: 'DELETE',
    path: '/spaces/{spaceId}',
    tag: 'spaces',
    summary: 'Delete a space',
    description:
      'Puts the space in the trash, from where it can be restored for seven days; then it is gone for good. Deleting a space that is already gone succeeds.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    status: 204,
    conditional: true,
    errors: [403],
  },
  restoreSpace: {
    method: 'POST',
    path: '/spaces/{spaceId}/restore',
    tag: 'spaces',
    summary: 'Restore a deleted space',
    description:
      'Takes the space out of the trash, back to its collection, or to the top level when the collection is gone. Restoring a space that is not in the trash changes nothing.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    status: 200,
    reply: space,
    conditional: true,
    errors: [403, 404],
  },
  duplicateSpace: {
    method: 'POST',
    path: '/spaces/{spaceId}/duplicate',
    tag: 'spaces',
    summary: 'Duplicate a space',
    description:
      'Makes a space with the same settings and content right after this one, named `<title> (copy)`, open for editing; you become its admin. Its history begins anew, and of the access to this space only the default level is taken over. Needs the create role where it stands.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    status: 201,
    reply: space,
    errors: [403, 404, 409],
  },
  moveSpace: {
    method: 'POST',
    path: '/spaces/{spaceId}/move',
    tag: 'spaces',
    summary: 'Move a space',
    description:
      'Moves the space to another place or position in its organization, also while it is in the trash. Needs the admin role on it and the create role where it goes.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    body: place,
    status: 200,
    reply: space,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  transferSpace: {
    method: 'POST',
    path: '/spaces/{spaceId}/transfer',
    tag: 'spaces',
    summary: 'Transfer a space to another organization',
    description:
      'Moves the space with its whole history to the end of the top level of another organization, where you become its admin. Its id, its settings and the URLs of its files stay; everybody else who was given access to it loses it. Needs the admin role on it and the create role in the other organization, and answers 412 when a published site would be left without any space.',
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    body: Type.Object({ organization: id('The organization it goes to.') }),
    status: 200,
    reply: space,
    conditional: true,
    errors: [403, 404, 409, 412],
  },
})
