import { specBytesMax } from '@lectern/contract/openapi-specs.ts'

import { integer, type Setting } from './settings.ts'

/** The settings that bound what people can cause by themselves. */
export const boundSettings = {
  INVITE_LIMIT_SENDER: {
    description:
      'Invitations that one person may have mailed in a day, by UTC, over all organizations; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '200',
  },
  INVITE_LIMIT_ORGANIZATION: {
    description:
      'Invitations that one organization may have mailed in a day, by UTC; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '500',
  },
  INVITE_LIMIT_RECIPIENT: {
    description:
      'Invitations that are mailed to one address in a day, by UTC, whoever sends them; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '10',
  },
  NOTIFICATION_LIMIT_ORGANIZATION: {
    description:
      'Mails with notifications that one organization may cause in a day, by UTC. What is beyond waits for the next day; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '20000',
  },
  NOTIFICATION_LIMIT_RECIPIENT: {
    description:
      'Mails with notifications that one person gets in a day, by UTC. What is beyond waits for the next day; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '200',
  },
  STORAGE_PER_ORGANIZATION_MB: {
    description:
      'Megabytes that the files of one organization may take, old versions and what is being uploaded included; 0 is no limit. What would take more is refused with `storage_full`.',
    parse: integer(0, 1_000_000_000),
    fallback: '10240',
  },
  OPENAPI_BYTES_MAX: {
    description:
      'Bytes that an OpenAPI specification may have over all its files, whether it is sent or fetched.',
    parse: integer(1024, specBytesMax),
    fallback: String(specBytesMax),
  },
  OPENAPI_REFRESH_SECONDS: {
    description:
      'How long it takes until the URL of an OpenAPI specification is looked at again, give or take a tenth; after failures it takes up to 32 times as long. Looked for once an hour.',
    parse: integer(3600, 2_592_000),
    fallback: '21600',
  },
  ORGANIZATIONS_PER_ACCOUNT: {
    description:
      'Organizations that one account may found through the API; 0 is no limit. `lectern-server admin create` may exceed it.',
    parse: integer(0, 10_000_000),
    fallback: '20',
  },
  SUBDOMAIN_KEEP_DAYS: {
    description:
      'Days for which the host name that an organization gives up leads to its new one and cannot be claimed by others.',
    parse: integer(0, 3650),
    fallback: '90',
  },
} satisfies Record<string, Setting<unknown>>
