import type { NotificationKind } from '@lectern/contract/notifications.ts'

import type { NotifiedRow } from './mail-contents-queries.ts'
import type { Subscription } from './unsubscribe-link.ts'

/** The names of subscriptions, as in "You get no more mails about …". */
const names: Readonly<Record<Subscription, string>> = {
  reviewRequests: 'requests for your review',
  reviews: 'reviews of your change requests',
  mentions: 'mentions of you',
  replies: 'replies to comments',
  comments: 'comments on your change requests',
  merges: 'merged change requests',
  all: 'anything that happens in Lectern',
}

export function subscriptionName(subscription: Subscription): string {
  return names[subscription]
}

export function asKind(stored: string): NotificationKind {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to the kinds
  return stored as NotificationKind
}

type Notified = Pick<NotifiedRow, 'kind' | 'review_status' | 'is_reply' | 'is_comment'>

interface Words {
  /** The beginning of the subject of a mail. */
  readonly headline: (notified: Notified) => string
  /** The action of the actor, without their name. */
  readonly predicate: (notified: Notified) => string
}

const words: Readonly<Record<NotificationKind, Words>> = {
  reviewRequests: {
    headline: () => 'Review requested',
    predicate: () => 'asks for your review',
  },
  reviews: {
    headline: (notified) => (isApproval(notified) ? 'Approved' : 'Changes requested'),
    predicate: (notified) =>
      isApproval(notified) ? 'approved your change request' : 'asks for changes',
  },
  mentions: {
    headline: () => 'You were mentioned',
    predicate: (notified) => `mentioned you ${whereMentioned(notified)}`,
  },
  replies: { headline: () => 'New reply', predicate: () => 'replied' },
  comments: {
    headline: (notified) => (notified.is_reply ? 'New reply' : 'New comment'),
    predicate: (notified) => (notified.is_reply ? 'replied to a comment' : 'commented'),
  },
  merges: { headline: () => 'Merged', predicate: () => 'merged the change request' },
}

export function headlineOf(notified: Notified): string {
  return words[asKind(notified.kind)].headline(notified)
}

export function sentenceOf(notified: Notified, actor: string): string {
  return `${actor} ${words[asKind(notified.kind)].predicate(notified)}.`
}

function whereMentioned({ is_reply: isReply, is_comment: isComment }: Notified): string {
  if (isReply) return 'in a reply'
  return isComment ? 'in a comment' : 'in the description'
}

function isApproval({ review_status: status }: Notified): boolean {
  return status === 'approved'
}
