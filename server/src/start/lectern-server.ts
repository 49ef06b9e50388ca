#!/usr/bin/env node
import { release } from '#/features/people/system/release.ts'

import { type Command, print, table, UsageError } from './commands/command.ts'
import { describeFailure } from './commands/failure.ts'

interface Entry {
  readonly summary: string
  /** Loads the command, which loads its services when run: a mistyped option waits for none. */
  readonly load: () => Promise<Command>
}

const commands: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'Write a file of settings with new secrets',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  start: {
    summary: 'Run the api, the worker, or both',
    load: async () => (await import('./commands/start.ts')).startCommand,
  },
  migrate: {
    summary: 'Bring the database to the schema of this release',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  doctor: {
    summary: 'Check settings, database, storage, mail and publishing, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  'admin create': {
    summary: 'Make an organization and a link for its first admin',
    load: async () => (await import('./commands/admin-create.ts')).adminCreateCommand,
  },
  'admin link': {
    summary: 'Make a link that signs somebody in with a browser',
    load: async () => (await import('./commands/admin-link.ts')).adminLinkCommand,
  },
  'token create': {
    summary: 'Make an API token for an account',
    load: async () => (await import('./commands/token-create.ts')).tokenCreateCommand,
  },
  'secrets rotate': {
    summary: 'Seal all stored secrets under the first of SECRET_KEYS',
    load: async () => (await import('./commands/secrets-rotate.ts')).secretsRotateCommand,
  },
  fsck: {
    summary: 'Check every invariant of the stored data',
    load: async () => (await import('./commands/fsck.ts')).fsckCommand,
  },
  rebuild: {
    summary: 'Make again what is derived from the content',
    load: async () => (await import('./commands/rebuild.ts')).rebuildCommand,
  },
  'db distribute': {
    summary: 'Lay the tables out on a Citus cluster',
    load: async () => (await import('./commands/db-distribute.ts')).dbDistributeCommand,
  },
}

const code = await main(process.argv.slice(2))
await Promise.all([process.stdout, process.stderr].map(written))
// Exits explicitly: a server that failed halfway through its start still holds ports and
// connections.
process.exit(code)

/** Waits until the stream is flushed: exiting would lose output that a slow reader has not read. */
async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => resolve())
  })
}

async function main(args: readonly string[]): Promise<number> {
  // A reader that closes early, such as `head`, is no failure of the command.
  process.stdout.on('error', () => process.exit(1))
  const [first = '', second = ''] = args
  if (first === '--version') {
    print(release.version)
    return 0
  }
  if (first === '' || first === '--help' || first === '-h' || first === 'help') {
    print(overview())
    return first === '' ? 2 : 0
  }
  const name = [first, `${first} ${second}`].find((known) =>
    Object.hasOwn(commands, known),
  )
  if (name === undefined) return unknownCommand(first, args)
  return runCommand(name, args.slice(name.split(' ').length))
}

async function runCommand(name: string, args: readonly string[]): Promise<number> {
  try {
    const loaded = await commands[name]?.load()
    if (loaded === undefined) throw new UsageError(`There is no command "${name}"`)
    if (args.includes('--help') || args.includes('-h')) {
      print(loaded.help(`lectern-server ${name}`))
      return 0
    }
    return await loaded.run(args)
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}. See "lectern-server ${name} --help".`)
      return 2
    }
    for (const line of describeFailure(error)) complain(line)
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error) {
      complain(error.stack ?? '')
    }
    return 1
  }
}

function unknownCommand(first: string, args: readonly string[]): number {
  const begun = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
  if (begun.length > 0 && (args.includes('--help') || args.includes('-h'))) {
    print(overview())
    return 0
  }
  const meant = begun.length > 0 ? `Did you mean "${begun.join('" or "')}"? ` : ''
  complain(
    `There is no command "${args.join(' ')}". ${meant}See "lectern-server --help".`,
  )
  return 2
}

function overview(): string {
  return [
    'Usage: lectern-server <command> [options]',
    '',
    ...table(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    'Settings come from environment variables. Each command explains itself with --help.',
  ].join('\n')
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
