import type { NotificationKind } from '@lectern/contract/notifications.ts'

import type { ToldRow } from './mail-contents-queries.ts'
import type { Subscription } from './unsubscribe-link.ts'

/** As in "You get no more mails about …". */
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

type Told = Pick<ToldRow, 'kind' | 'review_status' | 'is_reply' | 'is_comment'>

interface Words {
  /** What a subject begins with. */
  readonly headline: (told: Told) => string
  /** What somebody did, without their name. */
  readonly deed: (told: Told) => string
}

const words: Readonly<Record<NotificationKind, Words>> = {
  reviewRequests: {
    headline: () => 'Review requested',
    deed: () => 'asks for your review',
  },
  reviews: {
    headline: (told) => (isApproval(told) ? 'Approved' : 'Changes requested'),
    deed: (told) =>
      isApproval(told) ? 'approved your change request' : 'asks for changes',
  },
  mentions: {
    headline: () => 'You were mentioned',
    deed: (told) => `mentioned you ${whereMentioned(told)}`,
  },
  replies: { headline: () => 'New reply', deed: () => 'replied' },
  comments: {
    headline: (told) => (told.is_reply ? 'New reply' : 'New comment'),
    deed: (told) => (told.is_reply ? 'replied to a comment' : 'commented'),
  },
  merges: { headline: () => 'Merged', deed: () => 'merged the change request' },
}

export function headlineOf(told: Told): string {
  return words[asKind(told.kind)].headline(told)
}

export function sentenceOf(told: Told, actor: string): string {
  return `${actor} ${words[asKind(told.kind)].deed(told)}.`
}

function whereMentioned({ is_reply: isReply, is_comment: isComment }: Told): string {
  if (isReply) return 'in a reply'
  return isComment ? 'in a comment' : 'in the description'
}

function isApproval({ review_status: status }: Told): boolean {
  return status === 'approved'
}
