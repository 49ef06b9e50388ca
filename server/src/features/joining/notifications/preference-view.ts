import {
  type NotificationDigest,
  type NotificationKind,
  notificationKinds,
  type NotificationPreferences,
} from '@lectern/contract/notifications.ts'

import type { PreferenceRow } from './preference-queries.ts'

export function viewPreferences({
  muted,
  digest,
}: Pick<PreferenceRow, 'muted' | 'digest'>): NotificationPreferences {
  const channel = (kind: NotificationKind) => (muted.includes(kind) ? 'none' : 'email')
  return {
    object: 'notification-preferences',
    reviewRequests: channel('reviewRequests'),
    reviews: channel('reviews'),
    mentions: channel('mentions'),
    replies: channel('replies'),
    comments: channel('comments'),
    merges: channel('merges'),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
    digest: digest as NotificationDigest,
  }
}

/** The muted kinds after a change of preferences. */
export function mutedAfter(
  before: readonly string[],
  sent: Partial<Record<NotificationKind, 'email' | 'none'>>,
): NotificationKind[] {
  return notificationKinds.filter((kind) => {
    const channel = sent[kind]
    return channel === undefined ? before.includes(kind) : channel === 'none'
  })
}
