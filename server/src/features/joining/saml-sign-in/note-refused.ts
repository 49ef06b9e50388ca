import {
  noteRefusedAtProvider,
  type Origin,
} from '#/features/joining/sign-in-notes/public.ts'
import type { UsableProvider } from '#/features/people/saml-providers/public.ts'
import type { Services } from '#/platform/services.ts'

import type { Finished, Finishing } from './finish-sign-in.ts'
import type { Problem } from './saml-refusal.ts'

type Noting = Pick<Services, 'db' | 'log'>

/** Why nobody is signed in, in the audit log; undefined where somebody is, or is asked. */
const reasons = {
  'signed-in': undefined,
  mailed: undefined,
  opens: undefined,
  asks: undefined,
  'needs-code': undefined,
  'needs-sign-in': undefined,
  replaces: undefined,
  gone: 'not_begun_here',
  suspended: 'member_disabled',
  'no-address': 'no_address',
  'too-many': 'too_many_new_people',
  'changed-enough': 'methods_changed_too_often',
} as const satisfies Readonly<Record<Finished['kind'], string | undefined>>

/** Notes what was wrong with an answer. */
export async function noteRefusedAnswer(
  services: Noting,
  origin: Origin,
  { id, organizationId }: UsableProvider,
  // oxlint-disable-next-line max-params -- the services, where it comes from, whose it is, and why
  problem: Problem,
): Promise<void> {
  await noteRefusedAtProvider(services, origin, {
    ...ofProvider(id, organizationId),
    reason: problem,
  })
}

interface Unfinished extends Pick<Finishing, 'by'> {
  readonly finished: Finished
}

/** Notes the end of a sign-in that has let nobody in. */
export async function noteUnfinished(
  services: Noting,
  origin: Origin,
  { id, organizationId }: UsableProvider,
  // oxlint-disable-next-line max-params -- the services, where it comes from, whose it is, and what came of it
  { by, finished }: Unfinished,
): Promise<void> {
  const { kind } = finished
  const reason = kind === 'gone' && by === 'link' ? 'link_not_valid' : reasons[kind]
  if (reason === undefined) return
  await noteRefusedAtProvider(services, origin, {
    ...ofProvider(id, organizationId),
    reason,
    accountId: kind === 'suspended' ? finished.accountId : undefined,
  })
}

function ofProvider(provider: string, organizationId: string) {
  return { organizationId, provider, by: 'saml', providerKind: 'saml-provider' } as const
}
