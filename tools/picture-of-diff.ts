import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { startSandbox } from './start-sandbox.ts'
import { terminalPicture } from './terminal-picture.ts'

/**
 * Makes docs/pictures/change-diff.svg from the real output of `lectern change diff`: on a throwaway
 * server, a folder is pushed to a space and another folder as a change request of it.
 */
const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const picture = path.join(root, 'docs/pictures/change-diff.svg')
const columns = 88

const before = {
  'README.md': '# Welcome\n\nStart with [installing](guides/install.md).\n',
  'guides/install.md': `# Install

Download the newest release and unpack it.

## Configure

Write the address of your database into \`lectern.env\`.

Start it with \`lectern-server start\`.

## Sign in

Ask your administrator for an account.
`,
  'guides/upgrade.md': '# Upgrade\n\nStop the server first.\n',
}

const after = {
  'README.md': before['README.md'],
  'guides/install.md': `# Install

Download the newest release and unpack it.

## Configure

Write the address of your database and the public address into \`lectern.env\`.

Start it with \`lectern-server start all\`.

## Sign in

Ask your administrator for a token.
`,
  'guides/backup.md': '# Back up\n\nOne command copies **everything**.\n',
}

const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-picture-'))
const { url, organization, tokens, stop } = await startSandbox()
try {
  const lectern = async (...words: readonly string[]) => {
    const program = path.join(root, 'cli/src/lectern.ts')
    const { stdout } = await execute(process.execPath, [program, ...words], {
      cwd: scratch,
      env: {
        ...process.env,
        LECTERN_URL: url,
        LECTERN_TOKEN: tokens.admin,
        LECTERN_ORGANIZATION: organization,
        FORCE_COLOR: '1',
      },
    })
    return stdout
  }
  await write('before', before)
  await write('after', after)
  const made = await lectern(
    'space',
    'create',
    '--title',
    'Handbook',
    '--empty',
    '--json',
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints is the space
  const { id } = JSON.parse(made) as { id: string }
  const space = ['--space', id]
  await lectern('content', 'push', 'before', ...space)
  await lectern('change', 'push', 'after', ...space, '--subject', 'Tokens, and backups')
  const shown = await lectern('change', 'diff', '1', ...space)
  await mkdir(path.dirname(picture), { recursive: true })
  const title = 'What "lectern change diff 1" prints in a terminal'
  const text = `$ lectern change diff 1\n${shown}`
  await writeFile(picture, terminalPicture(text, { title, columns }))
  process.stdout.write(`Drew ${path.relative(root, picture)}\n`)
} finally {
  stop()
  await rm(scratch, { recursive: true, force: true })
}

async function write(folder: string, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(scratch, folder, name)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, text)
  }
}
