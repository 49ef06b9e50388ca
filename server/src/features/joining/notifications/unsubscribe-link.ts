import {
  type NotificationKind,
  notificationKinds,
} from '@lectern/contract/notifications.ts'

import type { Signer } from '#/platform/secrets/signing.ts'

export const unsubscribePrefix = '/~unsubscribe/'

const purpose = 'unsubscribe'

/** One kind of notification, or all of them. */
export type Subscription = NotificationKind | 'all'

export interface Unsubscription {
  readonly userId: string
  readonly subscription: Subscription
}

/**
 * The path of an unsubscribe link. It works for ever and without signing in, because old mails must
 * stay usable, but for nothing else.
 */
export function unsubscribePath(signer: Signer, unsubscription: Unsubscription): string {
  const text = textOf(unsubscription)
  return `${unsubscribePrefix}${text}.${signer.sign(purpose, text)}`
}

export function readUnsubscription(
  signer: Signer,
  token: string,
): Unsubscription | undefined {
  const [userId = '', name = '', signature = '', ...rest] = token.split('.')
  const subscription = [...notificationKinds, 'all' as const].find((one) => one === name)
  if (subscription === undefined || rest.length > 0) return undefined
  const unsubscription = { userId, subscription }
  const isOurs = signer.verify(purpose, textOf(unsubscription), signature)
  return isOurs ? unsubscription : undefined
}

export function kindsOf(subscription: Subscription): readonly NotificationKind[] {
  return subscription === 'all' ? notificationKinds : [subscription]
}

function textOf({ userId, subscription }: Unsubscription): string {
  return `${userId}.${subscription}`
}
