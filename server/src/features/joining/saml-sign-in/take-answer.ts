import { hash } from 'node:crypto'

import { hashSecret, newSecret } from '#/features/joining/welcome-links/public.ts'
import {
  holdProvider,
  isTrustedAlike,
  openingKeys,
  type UsableProvider,
} from '#/features/people/saml-providers/public.ts'
import { written } from '#/platform/database/written.ts'
import type { Services } from '#/platform/services.ts'

import { openAnswer } from './open-assertion.ts'
import { readAnswer } from './read-answer.ts'
import {
  insertAnswer,
  selectWaitingRequest,
  updateAnswered,
} from './saml-sign-in-queries.ts'
import { SamlRefusal } from './saml-refusal.ts'
import { verifyAnswer } from './verify-answer.ts'

// An assertion is over long before: its request is at most ten minutes old.
const rememberedHours = 24

/**
 * Takes the answer that a browser brings, once, and gives the secret with which the same browser
 * goes on. Nobody is signed in yet: that it began here is seen only then.
 */
export async function takeAnswer(
  services: Pick<Services, 'config' | 'db' | 'sealer'>,
  provider: UsableProvider,
  encoded: string,
): Promise<string> {
  const { db } = services
  const brought = readAnswer(encoded)
  const of = { requestId: brought.inResponseTo, providerId: provider.id }
  const { now_ms: nowMs, is_waiting } = written(await db.first(selectWaitingRequest, of))
  if (!is_waiting) throw new SamlRefusal('request')
  const answer = openAnswer(brought, () => openingKeys(services, provider))
  const { subject, email, displayName, groups } = await verifyAnswer(answer, {
    issuer: provider.entityId,
    certificates: provider.certificates,
    audience: provider.service.entityID,
    acsURL: provider.service.acsURL,
    requestId: of.requestId,
    groupsAttribute: provider.groups?.attribute,
    nowMs,
  })
  const secret = newSecret()
  const followed = followedGroups(provider, groups)
  const used = hash('sha256', `${provider.id}\n${answer.assertionId}`, 'hex')
  await db.transaction(async (tx) => {
    // From here on no change of the settings comes between: it would take the request away.
    const held = await holdProvider(tx, services, provider)
    const isJudged = held !== undefined && isTrustedAlike(held, provider)
    if (!isJudged) throw new SamlRefusal('request')
    const isNew = await tx.count(insertAnswer, { hash: used, hours: rememberedHours })
    const answerHash = hashSecret(secret)
    const person = { subject, email: email ?? null, displayName, groups: followed }
    const taken = await tx.count(updateAnswered, { ...of, answerHash, ...person })
    if (isNew === 0 || taken === 0) throw new SamlRefusal('request')
  })
  return secret
}

/** The groups that have teams here: no others are kept. */
function followedGroups(
  { groups }: UsableProvider,
  named: ReadonlySet<string>,
): string[] | null {
  if (groups === null) return null
  const known = new Set(groups.teams.map(({ group }) => group))
  return [...known.intersection(named)]
}
