import { sendInviteMail } from '#/features/invites/invite-jobs.ts'
import { refreshSearchTexts } from '#/features/members/public.ts'
import { sweepWelcomeLinks } from '#/features/welcome/welcome-jobs.ts'
import type { AnyJob } from '#/platform/jobs/job.ts'
import { maintainPartitions } from '#/platform/jobs/maintain-partitions.ts'
import { deliverEvent, type EventSubscriber } from '#/platform/outbox/relay.ts'

/** Every job a worker runs. */
export function allJobs(subscribers: readonly EventSubscriber[]): readonly AnyJob[] {
  return [
    maintainPartitions,
    deliverEvent(subscribers),
    sendInviteMail,
    refreshSearchTexts,
    sweepWelcomeLinks,
  ]
}
