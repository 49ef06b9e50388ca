import { sweepPendingFile, sweepUpload } from '#/features/files/file-jobs.ts'
import { runImport } from '#/features/imports/import-jobs.ts'
import { sendInviteMail } from '#/features/invites/invite-jobs.ts'
import { sendNotificationMail } from '#/features/notifications/notification-jobs.ts'
import { makePdf, sweepPdf } from '#/features/pdf/pdf-jobs.ts'
import { sweepSiteTokens } from '#/features/published-sites/public.ts'
import { indexSpaceJob, sweepVocabularyJob } from '#/features/search/search-jobs.ts'
import { purgeSpaces } from '#/features/spaces/space-jobs.ts'
import { sweepForsaken, sweepTransferred } from '#/features/transfers/transfer-jobs.ts'
import { refreshSearchTexts } from '#/features/users/user-jobs.ts'
import { sweepWelcomeLinks } from '#/features/welcome/welcome-jobs.ts'
import type { AnyJob } from '#/platform/jobs/job.ts'
import { maintainPartitions } from '#/platform/jobs/maintain-partitions.ts'
import { sweepChangeNotes } from '#/platform/outbox/change-notes.ts'
import { deliverEvent, type EventSubscriber } from '#/platform/outbox/relay.ts'

/** Every job a worker runs. */
export function allJobs(subscribers: readonly EventSubscriber[]): readonly AnyJob[] {
  return [
    maintainPartitions,
    sweepChangeNotes,
    sweepSiteTokens,
    deliverEvent(subscribers),
    sendInviteMail,
    sendNotificationMail,
    refreshSearchTexts,
    indexSpaceJob,
    sweepVocabularyJob,
    sweepWelcomeLinks,
    purgeSpaces,
    sweepTransferred,
    sweepForsaken,
    sweepUpload,
    sweepPendingFile,
    runImport,
    makePdf,
    sweepPdf,
  ]
}
