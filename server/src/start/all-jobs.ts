import { sweepInsights } from '#/features/insight/site-insights/insight-jobs.ts'
import { sendInviteMail } from '#/features/joining/invites/invite-jobs.ts'
import { sendNotificationMail } from '#/features/joining/notifications/notification-jobs.ts'
import { sweepWelcomeLinks } from '#/features/joining/welcome/welcome-jobs.ts'
import { importWebsite, runImport } from '#/features/moving/imports/import-jobs.ts'
import {
  sweepForsaken,
  sweepTransferred,
} from '#/features/moving/transfers/transfer-jobs.ts'
import { proveEmailDomains } from '#/features/people/organizations/email-domain-jobs.ts'
import { refreshSearchTexts } from '#/features/people/users/user-jobs.ts'
import { sweepFontFile } from '#/features/publishing/custom-fonts/custom-font-jobs.ts'
import { recheckHostnames } from '#/features/publishing/custom-hostnames/hostname-jobs.ts'
import { drawDiagrams } from '#/features/publishing/diagrams/diagram-jobs.ts'
import { makePdf, sweepPdf } from '#/features/publishing/pdf/pdf-jobs.ts'
import { sweepSiteTokens } from '#/features/publishing/published-sites/public.ts'
import {
  processSpec,
  refreshSpecs,
} from '#/features/references/openapi-specs/process-spec.ts'
import { sweepSpecContent } from '#/features/references/openapi-specs/store-content.ts'
import { recordUses } from '#/features/writing/pages/record-uses.ts'
import { renewProjections } from '#/features/writing/pages/renew-projections.ts'
import { sweepPendingFile, sweepUpload } from '#/features/writing/files/file-jobs.ts'
import {
  indexSpaceJob,
  renewIndexes,
  sweepVocabularyJob,
} from '#/features/writing/search/search-jobs.ts'
import { purgeSpaces } from '#/features/writing/spaces/space-jobs.ts'
import type { AnyJob } from '#/platform/jobs/job.ts'
import { maintainPartitions } from '#/platform/jobs/maintain-partitions.ts'
import { sweepMailCounts } from '#/platform/mail/mail-counts.ts'
import { sweepChangeNotes } from '#/platform/outbox/change-notes.ts'
import { deliverEvent, type EventSubscriber } from '#/platform/outbox/relay.ts'

/** Every job a worker runs. */
export function allJobs(subscribers: readonly EventSubscriber[]): readonly AnyJob[] {
  return [
    maintainPartitions,
    sweepChangeNotes,
    sweepMailCounts,
    sweepSiteTokens,
    sweepInsights,
    deliverEvent(subscribers),
    sendInviteMail,
    sendNotificationMail,
    refreshSearchTexts,
    proveEmailDomains,
    recheckHostnames,
    indexSpaceJob,
    renewIndexes,
    sweepVocabularyJob,
    recordUses,
    renewProjections,
    sweepWelcomeLinks,
    purgeSpaces,
    sweepTransferred,
    sweepForsaken,
    sweepUpload,
    sweepPendingFile,
    sweepFontFile,
    runImport,
    importWebsite,
    makePdf,
    sweepPdf,
    drawDiagrams,
    processSpec,
    refreshSpecs,
    sweepSpecContent,
  ]
}
