import type { Command } from './command.ts'

interface Entry {
  readonly summary: string
  /** Loaded when asked for: a mistyped word should not wait for the whole contract. */
  readonly load: () => Promise<Command>
}

export const allCommands: ReadonlyMap<string, Entry> = new Map([
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
    'content push',
    {
      summary: 'Make a space hold what a folder of Markdown files holds',
      load: async () => (await import('./commands/content-push.ts')).contentPush,
    },
  ],
])
