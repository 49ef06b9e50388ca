import type { CompletedFirstRun } from '@lectern/contract/first-run.ts'

import { enter, newBrowser } from '#/features/joining/sign-in/public.ts'
import { organizationUrl } from '#/features/people/organizations/public.ts'
import { rateLimited } from '#/platform/errors/api-error.ts'
import { change, type PublicContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { firstRunOver, firstRunSecretWrong } from './first-run-errors.ts'
import { makeFirstAccount } from './make-first-account.ts'
import { trySecret } from './try-secret.ts'

const quarterSeconds = 900

export const completeFirstRun = operation(
  'completeFirstRun',
  async ({ body }, context) => {
    await requireGoodSecret(context, body.secret)
    let cookies: string[] = []
    const done = await change(context, async (tx) => {
      const { requestId, config, userAgent } = context
      const made = await makeFirstAccount(tx, context, { ...body, requestId })
      if (made === undefined) throw firstRunOver()
      const { accountId, organizationId } = made
      const isSignedIn = context.isOwnPage()
      if (isSignedIn) {
        const browser = newBrowser({ address: context.address(), userAgent, requestId })
        cookies = await enter(tx, context, browser, { accountId, way: 'link' })
      }
      return new Created<CompletedFirstRun>(
        {
          object: 'completed-first-run',
          user: accountId,
          organization: organizationId,
          isSignedIn,
        },
        organizationUrl(organizationId, config),
      )
    })
    return done.withCookie(cookies)
  },
)

async function requireGoodSecret(context: PublicContext, secret: string): Promise<void> {
  const tried = await trySecret(context, { secret, address: context.address() })
  if (tried === 'over') throw firstRunOver()
  if (tried === 'too-many') throw rateLimited(quarterSeconds)
  if (tried === 'wrong') throw firstRunSecretWrong()
}
