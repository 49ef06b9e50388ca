import { specBytesMax } from '@lectern/contract/openapi-specs.ts'

import { flag, integer, oneOf, type Setting } from './settings.ts'
import { signInProviders } from './sign-in-providers.ts'

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
  SSO_LIMIT_ORGANIZATION: {
    description:
      'Accounts that the identity providers of one organization may make in a day, by UTC, and as many links that they may have mailed to people whose addresses are not at its proven domains; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '1000',
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
  SESSION_IDLE_HOURS: {
    description:
      'Hours after which somebody who is signed in with a browser and does nothing is signed out. A change counts at once, for everybody who is signed in.',
    parse: integer(1, 8760),
    fallback: '336',
  },
  SESSION_HOURS: {
    description:
      'Hours after which somebody must sign in again with a browser, whatever they did meanwhile. A change counts for who signs in from then on.',
    parse: integer(1, 9600),
    fallback: '2160',
  },
  SIGN_IN_LINK: {
    description:
      'Whether people may have a link mailed that signs them in. Off, links of `lectern-server admin link` still do.',
    parse: flag(),
    fallback: 'on',
  },
  SIGN_IN_PASSWORD: {
    description:
      'Whether people may sign in with a password. Off, passwords are kept and count for nothing.',
    parse: flag(),
    fallback: 'on',
  },
  SIGN_IN_PASSKEY: {
    description:
      'Whether people may sign in with a passkey. Off, passkeys are kept and count for nothing. They are bound to the host of PUBLIC_URL: another host needs new ones.',
    parse: flag(),
    fallback: 'on',
  },
  SIGN_IN_PROVIDERS: {
    description:
      'Identity providers that people may sign in with, as JSON: a list such as `[{"kind":"google","clientId":"…","clientSecret":"…"}]`. Kinds are `google`, `microsoft`, `gitlab`, `github` and, for any other issuer of OpenID Connect, `oidc`; docs/sign-in.md says what each needs.',
    parse: signInProviders,
    fallback: '',
    secret: true,
  },
  SIGN_UP: {
    description:
      'Who without an account may open one by a proven address, of a mailed link or of an identity provider: `invited` those whom an invitation was mailed to, `domains` also those at a mail domain that an organization has proven, `on` everybody, `off` nobody. Links of invitations open accounts whatever it says.',
    parse: oneOf('off', 'invited', 'domains', 'on'),
    fallback: 'invited',
  },
  SIGN_IN_LIMIT_ADDRESS: {
    description:
      'Attempts to sign in that one network address may make in a quarter of an hour, and 40 times as many that go to an identity provider; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '50',
  },
  SIGN_IN_LIMIT_ACCOUNT: {
    description:
      'Attempts to sign in to one account in a quarter of an hour: as many for all browsers together that it was never signed in with, and as many for each that it was; 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '10',
  },
  SIGN_IN_LIMIT_MAILS: {
    description:
      'Links to sign in that are mailed to one address in a day, by UTC, counted as SIGN_IN_LIMIT_ACCOUNT is; also changes of the ways in of one account, which are mailed too, and a quarter as many changes of its mail address. 0 is no limit.',
    parse: integer(0, 10_000_000),
    fallback: '20',
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
  OPENAPI_PROXY: {
    description:
      'Whether readers may send operations of a specification through the server, where its own server does not let pages of other websites ask it: `on` or `off`, the same for the renderer. Only servers that the specification names are asked, and none that is not public.',
    parse: oneOf('on', 'off'),
    fallback: 'off',
  },
  OPENAPI_PROXY_LIMIT_ORGANIZATION: {
    description:
      'Requests that all readers of one organization together may have sent so in a minute, by each process; 0 is no limit.',
    parse: integer(0, 1_000_000),
    fallback: '300',
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
