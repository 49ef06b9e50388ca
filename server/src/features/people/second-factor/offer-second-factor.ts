import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { offerFactor } from './change-second-factor.ts'

export const offerSecondFactor = operation(
  'offerSecondFactor',
  async (_request, context) =>
    change(context, async (tx) => {
      const { offer, secret, appUrl } = await offerFactor(tx, context)
      return { object: 'second-factor-offer' as const, offer, secret, appURL: appUrl }
    }),
)
