import { Type, type Static } from 'typebox'

import { constant, enumeration, named } from './common.ts'
import { defineOperations } from './operation.ts'

/** The kinds of notifications, by the names of their preferences. */
export const notificationKinds = [
  'reviewRequests',
  'reviews',
  'mentions',
  'replies',
  'comments',
  'merges',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const notificationDigests = ['instant', 'collected'] as const
export type NotificationDigest = (typeof notificationDigests)[number]

function channel(description: string) {
  return enumeration(['email', 'none'], { description })
}

const channels = {
  reviewRequests: channel('Somebody asks you or one of your teams for a review.'),
  reviews: channel('Somebody reviewed your change request.'),
  mentions: channel(
    'Somebody named you in a comment, a reply, a review or a description.',
  ),
  replies: channel('Somebody answered your comment, or one that you answered too.'),
  comments: channel('Somebody commented on your change request.'),
  merges: channel('A change request that you made, edited or reviewed was merged.'),
} satisfies Record<NotificationKind, unknown>

const digest = enumeration(notificationDigests, {
  description:
    'Whether mails go out at once, or tell together what happened within a few minutes.',
})

const notificationPreferences = named(
  'NotificationPreferences',
  Type.Object({ object: constant('notification-preferences'), ...channels, digest }),
)
export type NotificationPreferences = Static<typeof notificationPreferences>

export const notificationOperations = defineOperations({
  getNotificationPreferences: {
    method: 'GET',
    path: '/user/notifications',
    tag: 'users',
    summary: 'Get what you are told by mail',
    description:
      'Answers for each kind of notification whether it is mailed to you, in all organizations alike.',
    caller: 'user',
    reach: 'account',
    status: 200,
    reply: notificationPreferences,
    versioned: true,
    errors: [],
  },
  updateNotificationPreferences: {
    method: 'PATCH',
    path: '/user/notifications',
    tag: 'users',
    summary: 'Choose what you are told by mail',
    description:
      'Changes the kinds that are sent and keeps the others. What waits to be mailed already keeps to it too.',
    caller: 'user',
    reach: 'account-write',
    body: Type.Partial(Type.Object({ ...channels, digest })),
    status: 200,
    reply: notificationPreferences,
    conditional: true,
    errors: [],
  },
})
