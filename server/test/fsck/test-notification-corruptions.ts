import type { Corruption } from './test-corruptions.ts'

export const notificationCorruptions: readonly Corruption[] = [
  {
    name: 'a notification in a mail to somebody else',
    kind: 'notification-reader',
    id: ({ comment }) => `comment:${comment}`,
    change: ({ api, comment, discussed }) => [
      `insert into notification_mail (organization_id, id, user_id)
       values ('${api.organization}', 'mail', '${api.users.read}')`,
      `insert into notification (
         organization_id, user_id, source, mail_id, kind, actor_id, space_id, occurred_at)
       values ('${api.organization}', '${api.users.edit}', 'comment:${comment}', 'mail',
         'mentions', '${api.users.admin}', '${discussed}', now())`,
    ],
  },
]
