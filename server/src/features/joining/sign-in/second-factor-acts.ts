import {
  offerFactor,
  removeFactor,
  reopenOffer,
  replaceCodes,
  setFactor,
} from '#/features/people/second-factor/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'

import { type Act, type Acted, type Changing, within } from './method-acts.ts'
import { viewCodes, viewOffer } from './second-factor-view.ts'

/** What the forms of the second factor do, by their paths. */
export const secondFactorActs: Readonly<Record<string, Act>> = {
  'second-factor/offer': async (changing) => {
    const { config, db } = changing
    const offer = await db.transaction(async (tx) => offerFactor(tx, changing))
    return { cookie: undefined, page: viewOffer({ ...offer, config }) }
  },
  'second-factor': async (changing, { form }) => {
    const { config, db } = changing
    const given = { offer: form.get('offer') ?? '', code: form.get('code') ?? '' }
    try {
      const set = await db.transaction(async (tx) => setFactor(tx, changing, given))
      return { cookie: set.cookie, page: viewCodes(set.codes, config) }
    } catch (error) {
      return askAgain(changing, given.offer, error)
    }
  },
  'second-factor/codes': async (changing) => {
    const { config, db } = changing
    const { codes, cookie } = await db.transaction(async (tx) =>
      replaceCodes(tx, changing),
    )
    return { cookie, page: viewCodes(codes, config) }
  },
  'second-factor/remove': async (changing) =>
    within(changing, async (tx) => removeFactor(tx, changing)),
}

/** Shows an offer once more, unless it is over. */
async function askAgain(
  changing: Changing,
  offer: string,
  error: unknown,
): Promise<Acted> {
  const { config, db } = changing
  if (!(error instanceof ApiError) || error.reason !== 'second_factor_code_wrong') {
    throw error
  }
  const reopened = await db.transaction(async (tx) => reopenOffer(tx, changing, offer))
  return reopened === undefined
    ? { problem: { refusal: 'codeWrong' } }
    : {
        problem: { refusal: 'codeWrong' },
        page: viewOffer({ ...reopened, config, isWrong: true }),
      }
}
