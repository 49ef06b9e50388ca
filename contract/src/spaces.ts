import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  named,
  permissions,
  role,
  timestamp,
  uri,
} from './common.ts'
import { spaceMergeRules } from './merge-rules.ts'

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

export const space = named(
  'Space',
  Type.Object({
    object: constant('space'),
    id: identifier,
    title: Type.String({ maxLength: 50 }),
    emoji: Type.String({ maxLength: 50, description: 'A character or its code points.' }),
    visibility: contentVisibility,
    createdAt: timestamp,
    updatedAt: timestamp,
    deletedAt: Type.Optional(
      Type.String({ ...timestamp, description: 'Seven days later the space is gone.' }),
    ),
    editMode: Type.Optional(
      enumeration(['live', 'locked'], {
        description: 'Whether people edit directly or only through change requests.',
      }),
    ),
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
