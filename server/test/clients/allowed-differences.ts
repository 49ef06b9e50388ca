import type { ClientVersion } from './client-schemas.ts'

/**
 * Where documents differ from what a client's schemas say, and why. The list may only shrink: the
 * guard fails on a difference that is not here, and on one that is here and no longer found.
 */
export const allowedInDocuments: Readonly<
  Record<ClientVersion, Readonly<Record<string, string>>>
> = {
  '0.146.0': {
    'drawing: /data/ref anyOf': 'a drawing at an address is no file of the space',
    'file: /data/ref anyOf': 'a file at an address is no file of the space',
    'prompt: has no schema': 'newer than the client, which leaves the block out',
    'reusable-content: /data/ref required reusableContent':
      'an include that leads nowhere keeps its path',
    'reusable-content: /data/ref/kind enum':
      'an include that leads nowhere keeps its path',
    'update: has no schema': 'newer than the client, which leaves the block out',
    'updates: has no schema': 'newer than the client, which leaves the block out',
    'verbatim: has no schema': 'our own: Markdown that nobody understands stays',
  },
  '0.202.0': {
    'button: /data anyOf':
      'it wants either a target or an action, 0.146.0 a target always',
    'drawing: /data/ref anyOf': 'a drawing at an address is no file of the space',
    'file: /data/ref anyOf': 'a file at an address is no file of the space',
    'prompt: /data required description': 'authors may leave it out',
    'prompt: /nodes maxItems': 'authors may write more than one block in it',
    'reusable-content: /data/ref required reusableContent':
      'an include that leads nowhere keeps its path',
    'reusable-content: /data/ref/kind enum':
      'an include that leads nowhere keeps its path',
    'update: /data required date': 'authors may leave it out',
    'update: /data/date format date-time': 'the day that the author wrote has no time',
    'updates: /data required format': 'authors may leave it out',
    'update: /data/tags/* type object':
      'the words that the author wrote: no list of tags is kept',
    'updates: /data/format enum': 'the word that the author wrote, whatever it is',
    'verbatim: has no schema': 'our own: Markdown that nobody understands stays',
  },
}

const ofBilling = 'nothing is sold here'
const ofRedirects = 'redirects have neither drafts, nor wildcards, nor kinds'

const ofAudit = 'the audit log has a form of its own, with what happened in words'

/** The same for answers that only the newest client can ask for. */
export const allowedInNewestOnly: Readonly<Record<string, string>> = {
  'createOrganization: /billing required canCheckout': ofBilling,
  'getOrganizationAuditEvent: required source': ofAudit,
  'listOrganizationAuditEventActions: /items/* required id': ofAudit,
  'listOrganizationAuditEvents: /items/* required source': ofAudit,
}

/** Where answers differ from what a client's schemas say, and why; this list, too, may only shrink. */
export const allowedInReplies: Readonly<
  Record<ClientVersion, Readonly<Record<string, string>>>
> = {
  '0.146.0': {},
  '0.202.0': {
    'cancelImportRun: status 200': 'it is 201, as 0.146.0 has it',
    'createSiteRedirect: required draft': ofRedirects,
    'getOrganizationById: /billing required canCheckout': ofBilling,
    'getSiteRedirectBySource: /redirect required draft': ofRedirects,
    'listOrganizationsForAuthenticatedUser: /items/*/billing required canCheckout':
      ofBilling,
    'listSiteRedirects: /items/* required draft': ofRedirects,
    'updateOrganizationById: /billing required canCheckout': ofBilling,
    'updateSiteRedirectById: required draft': ofRedirects,
  },
}
