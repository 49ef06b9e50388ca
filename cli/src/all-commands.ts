import type { Command } from './command.ts'

interface Entry {
  readonly summary: string
  /** Imports the command on demand: a mistyped word should not wait for the whole contract. */
  readonly load: () => Promise<Command>
}

export const allCommands: ReadonlyMap<string, Entry> = new Map([
  [
    'login',
    {
      summary: 'Store your token for a server',
      load: async () => (await import('./commands/login.ts')).login,
    },
  ],
  [
    'space create',
    {
      summary: 'Make a space',
      load: async () => (await import('./commands/space-create.ts')).spaceCreate,
    },
  ],
  [
    'space list',
    {
      summary: 'List the spaces of an organization',
      load: async () => (await import('./commands/space-list.ts')).spaceList,
    },
  ],
  [
    'space delete',
    {
      summary: 'Move a space to the trash',
      load: async () => (await import('./commands/space-delete.ts')).spaceDelete,
    },
  ],
  [
    'site create',
    {
      summary: 'Make a site that shows a space',
      load: async () => (await import('./commands/site-create.ts')).siteCreate,
    },
  ],
  [
    'site list',
    {
      summary: 'List the sites of an organization',
      load: async () => (await import('./commands/site-list.ts')).siteList,
    },
  ],
  [
    'site publish',
    {
      summary: 'Show a site to its readers',
      load: async () => (await import('./commands/site-publish.ts')).sitePublish,
    },
  ],
  [
    'site open',
    {
      summary: 'Open a site in your browser',
      load: async () => (await import('./commands/site-open.ts')).siteOpen,
    },
  ],
  [
    'content push',
    {
      summary: 'Make a space hold what a folder of Markdown files holds',
      load: async () => (await import('./commands/content-push.ts')).contentPush,
    },
  ],
  [
    'content pull',
    {
      summary: 'Make a folder of Markdown files that holds what a space holds',
      load: async () => (await import('./commands/content-pull.ts')).contentPull,
    },
  ],
  [
    'change create',
    {
      summary: 'Make a change request: a draft of the content of a space',
      load: async () => (await import('./commands/change-create.ts')).changeCreate,
    },
  ],
  [
    'change push',
    {
      summary: 'Propose what a folder of Markdown files holds, as a change request',
      load: async () => (await import('./commands/change-push.ts')).changePush,
    },
  ],
  [
    'change list',
    {
      summary: 'List the change requests of a space',
      load: async () => (await import('./commands/change-list.ts')).changeList,
    },
  ],
  [
    'change status',
    {
      summary: 'Say how a change request is, and what it lacks to be merged',
      load: async () => (await import('./commands/change-status.ts')).changeStatus,
    },
  ],
  [
    'change diff',
    {
      summary: 'Show what a change request changes in the main content',
      load: async () => (await import('./commands/change-diff.ts')).changeDiff,
    },
  ],
  [
    'change review',
    {
      summary: 'Approve a change request, or ask for changes',
      load: async () => (await import('./commands/change-review.ts')).changeReview,
    },
  ],
  [
    'change comment',
    {
      summary: 'Comment on a change request',
      load: async () => (await import('./commands/change-comment.ts')).changeComment,
    },
  ],
  [
    'change update',
    {
      summary: 'Take what others changed since into a change request',
      load: async () => (await import('./commands/change-update.ts')).changeUpdate,
    },
  ],
  [
    'change resolve',
    {
      summary: 'Decide what a change request and the main content both changed',
      load: async () => (await import('./commands/change-resolve.ts')).changeResolve,
    },
  ],
  [
    'change merge',
    {
      summary: 'Make what a change request changes part of the main content',
      load: async () => (await import('./commands/change-merge.ts')).changeMerge,
    },
  ],
  [
    'pdf',
    {
      summary: 'Download a PDF of a space',
      load: async () => (await import('./commands/pdf.ts')).pdf,
    },
  ],
  [
    'openapi publish',
    {
      summary: 'Publish an OpenAPI specification',
      load: async () => (await import('./commands/openapi-publish.ts')).openapiPublish,
    },
  ],
  [
    'openapi overlay put',
    {
      summary: 'Change what is shown of a specification, and of its next versions',
      load: async () => (await import('./commands/openapi-overlay.ts')).openapiOverlayPut,
    },
  ],
  [
    'openapi overlay list',
    {
      summary: 'List the overlays of a specification',
      load: async () =>
        (await import('./commands/openapi-overlay.ts')).openapiOverlayList,
    },
  ],
  [
    'openapi overlay delete',
    {
      summary: 'Delete an overlay of a specification',
      load: async () =>
        (await import('./commands/openapi-overlay.ts')).openapiOverlayDelete,
    },
  ],
  [
    'openapi changes',
    {
      summary:
        'Say what changed between two versions of a specification, and what of it breaks callers',
      load: async () => (await import('./commands/openapi-changes.ts')).openapiChanges,
    },
  ],
  [
    'openapi diff',
    {
      summary:
        'Say what changed between two OpenAPI documents, and what of it breaks callers',
      load: async () => (await import('./commands/openapi-diff.ts')).openapiDiff,
    },
  ],
])
