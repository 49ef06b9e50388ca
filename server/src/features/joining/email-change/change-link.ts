import { emailPath } from '#/features/joining/sign-in/public.ts'
import type { Signer } from '#/platform/secrets/signing.ts'

export const emailLinkPrefix = `${emailPath}/link/`

const purpose = 'change of a mail address'

/** What a link does: it confirms one of the two addresses, or withdraws the change. */
const sides = ['former', 'new', 'withdraw'] as const
export type Side = (typeof sides)[number]

/** The change that a link is about. */
export interface LinkedChange {
  readonly accountId: string
  readonly changeId: string
  readonly side: Side
}

/** The path of a link. Nothing is stored for it: it works as long as the change waits for it. */
export function emailLinkPath(signer: Signer, linked: LinkedChange): string {
  const text = textOf(linked)
  return `${emailLinkPrefix}${text}.${signer.sign(purpose, text)}`
}

export function readEmailLink(signer: Signer, token: string): LinkedChange | undefined {
  const [accountId = '', changeId = '', name = '', signature = '', ...rest] =
    token.split('.')
  const side = sides.find((one) => one === name)
  if (side === undefined || rest.length > 0) return undefined
  const linked = { accountId, changeId, side }
  return signer.verify(purpose, textOf(linked), signature) ? linked : undefined
}

function textOf({ accountId, changeId, side }: LinkedChange): string {
  return `${accountId}.${changeId}.${side}`
}
