import { CallError, canBeToken } from '@lectern/contract/client.ts'

import { command } from '#/command.ts'
import { Refusal } from '#/failure.ts'
import { bold } from '#/output.ts'
import { storeToken } from '#/stored-tokens.ts'

export const login = command({
  about: [
    'Stores your token for a server, so that LECTERN_TOKEN need not be set. Reads the token from',
    'standard input, does not show it, tries it, and writes it to a file that only you can read:',
    'lectern/tokens.json in XDG_CONFIG_HOME, else in ~/.config. LECTERN_TOKEN goes before it.',
  ],
  options: {},
  example: 'lectern login --url https://docs.example.com < token.txt',
  async run(_given, { server, connectAs, readSecret, environment, signal }) {
    const token = (
      await readSecret(`The token for ${server}, which is not shown: `)
    ).trim()
    if (token === '' || !canBeToken(token)) {
      throw new Refusal(
        'token_malformed',
        'What was read is no token, so nothing was stored. Give the token alone, on standard input.',
      )
    }
    const user = await connectAs(token)
      .call('getAuthenticatedUser', { signal })
      .catch((error: unknown) => {
        if (!(error instanceof CallError) || error.status !== 401) throw error
        throw new Refusal(
          'token_refused',
          `${server} does not know this token, so nothing was stored. Is it of another server, or has it ended?`,
        )
      })
    const { id, displayName } = user
    const file = storeToken(server, token, environment)
    return {
      json: { server, user: { id, displayName }, file },
      lines: [`You are ${bold(displayName)} on ${server}. The token is in ${file}.`],
    }
  },
})
