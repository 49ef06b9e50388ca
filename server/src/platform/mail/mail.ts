import { type Clock, systemClock } from '#/platform/clock/clock.ts'

import { openFolderMail } from './folder-mail.ts'
import { senderDomain, type MailMessage } from './message.ts'
import { openSmtpMail } from './smtp-mail.ts'

export interface Mail {
  /**
   * Resolves once the message is accepted. Rejects with `MailRefused` when trying again
   * cannot help, with anything else when it may.
   */
  send(message: MailMessage): Promise<void>
  /** Rejects with the reason when no message could be sent now. */
  check(): Promise<void>
  /** Waits a while for the messages that are being sent. */
  close(): Promise<void>
}

export type MailConfig = (
  | { readonly kind: 'smtp'; readonly url: string }
  | { readonly kind: 'folder'; readonly folder: string }
) & { readonly from: string }

export function openMail(config: MailConfig, clock: Clock = systemClock): Mail {
  const sender = { from: config.from, domain: senderDomain(config.from) }
  return config.kind === 'smtp'
    ? openSmtpMail(config.url, sender)
    : openFolderMail(config.folder, sender, clock)
}
