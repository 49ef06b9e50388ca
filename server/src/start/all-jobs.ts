import { noteTokenUse } from '#/access/token-use.ts'
import { sweepInsights } from '#/features/insight/site-insights/insight-jobs.ts'
import {
  sendEmailLink,
  sendEmailNotice,
  sweepEmailChanges,
} from '#/features/joining/email-change/email-change-jobs.ts'
import { sendInviteMail } from '#/features/joining/invites/invite-jobs.ts'
import { sendNotificationMail } from '#/features/joining/notifications/notification-jobs.ts'
import { sendSignInMail } from '#/features/joining/sign-in/send-sign-in-mail.ts'
import {
  sweepSignInAttempts,
  sweepSignInLinks,
} from '#/features/joining/sign-in/sign-in-jobs.ts'
import { writeSignInNote } from '#/features/joining/sign-in-notes/write-note.ts'
import { sweepProviderSignIns } from '#/features/joining/provider-sign-in/provider-sign-in-jobs.ts'
import { sendSamlLink } from '#/features/joining/saml-sign-in/send-saml-link.ts'
import { sweepSamlSignIns } from '#/features/joining/saml-sign-in/saml-sign-in-jobs.ts'
import { sweepWelcomeLinks } from '#/features/joining/welcome/welcome-jobs.ts'
import { importWebsite, runImport } from '#/features/moving/imports/import-jobs.ts'
import {
  sweepForsaken,
  sweepTransferred,
} from '#/features/moving/transfers/transfer-jobs.ts'
import { proveEmailDomains } from '#/features/people/organizations/email-domain-jobs.ts'
import { sweepPasskeyChallenges } from '#/features/people/passkeys/passkey-jobs.ts'
import { sendMethodNotice } from '#/features/people/sign-in-methods/send-method-notice.ts'
import { sweepSessions } from '#/features/people/sessions/session-jobs.ts'
import { refreshSearchTexts } from '#/features/people/users/user-jobs.ts'
import { sweepFontFile } from '#/features/publishing/custom-fonts/custom-font-jobs.ts'
import { recheckHostnames } from '#/features/publishing/custom-hostnames/hostname-jobs.ts'
import { drawDiagrams } from '#/features/publishing/diagrams/diagram-jobs.ts'
import { makePdf, sweepPdf } from '#/features/publishing/pdf/pdf-jobs.ts'
import { sweepSiteVisits } from '#/features/publishing/site-visits/public.ts'
import { sweepSiteTokens } from '#/features/publishing/published-sites/public.ts'
import {
  processSpec,
  refreshSpecs,
} from '#/features/references/openapi-specs/process-spec.ts'
import { showSpec } from '#/features/references/openapi-specs/show-spec.ts'
import { sweepSpecContent } from '#/features/references/openapi-specs/store-content.ts'
import { followSpec } from '#/features/writing/follow-specs/follow-spec.ts'
import { recordUses } from '#/features/writing/pages/record-uses.ts'
import { renewProjections } from '#/features/writing/pages/renew-projections.ts'
import { sweepPendingFile, sweepUpload } from '#/features/writing/files/file-jobs.ts'
import {
  indexShowing,
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
    sweepSiteVisits,
    sweepInsights,
    deliverEvent(subscribers),
    sendInviteMail,
    sendNotificationMail,
    refreshSearchTexts,
    proveEmailDomains,
    recheckHostnames,
    indexShowing,
    indexSpaceJob,
    renewIndexes,
    sweepVocabularyJob,
    recordUses,
    renewProjections,
    sweepWelcomeLinks,
    sweepSessions,
    sweepSignInLinks,
    sweepSignInAttempts,
    sendSignInMail,
    writeSignInNote,
    noteTokenUse,
    sendSamlLink,
    sendMethodNotice,
    sendEmailLink,
    sendEmailNotice,
    sweepEmailChanges,
    sweepProviderSignIns,
    sweepSamlSignIns,
    sweepPasskeyChallenges,
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
    showSpec,
    followSpec,
    sweepSpecContent,
  ]
}
