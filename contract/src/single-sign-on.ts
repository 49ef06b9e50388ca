import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  role,
  timestamp,
  uri,
} from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'
import { team } from './teams.ts'
import { webUrl } from './web-url.ts'

const label = Type.String({
  minLength: 1,
  maxLength: 30,
  description: 'What people choose when they sign in.',
})
const entityId = Type.String({
  maxLength: 1024,
  description: 'What the identity provider calls itself in what it sends.',
})
const certificate = Type.String({
  maxLength: 10_000,
  description:
    'With what the provider signs: an X.509 certificate as PEM or as its bare base64, or two PEM blocks while it is being replaced. The key is RSA with 2048 bits or more.',
})
const ssoUrl = Type.String({
  ...webUrl,
  description: 'Where browsers are sent to sign in.',
})
const groupsMax = 100
const groups = Type.Object(
  {
    attribute: Type.String({
      minLength: 1,
      maxLength: 256,
      description:
        'The name of the attribute in which the provider says the groups of a person.',
    }),
    teams: Type.Array(
      Type.Object({
        group: Type.String({
          minLength: 1,
          maxLength: 256,
          description: 'A value of the attribute, exactly as the provider sends it.',
        }),
        team: id('The team whose members are in this group.'),
      }),
      { maxItems: groupsMax },
    ),
  },
  {
    description:
      'Which teams follow which groups. Whenever somebody signs in with the provider, they are put into the teams of the groups that it names, and taken out of the other teams here. No other team is touched.',
  },
)
export type SamlGroups = Static<typeof groups>

export const samlProvider = named(
  'OrganizationSAMLProvider',
  Type.Object({
    object: constant('saml-provider'),
    id: identifier,
    label,
    ssoURL: Type.Optional(ssoUrl),
    entityID: Type.Optional(entityId),
    certificate: Type.Optional(certificate),
    defaultTeam: Type.Optional(team),
    defaultRole: role,
    groups: Type.Optional(groups),
    encryption: Type.Boolean({
      description: 'Whether there is a key that the provider may encrypt assertions for.',
    }),
    createdAt: timestamp,
    status: enumeration(['active', 'pending'], {
      description:
        '`active` once the entity id, the certificate and the URL are all set; `pending` before: nobody signs in with it.',
    }),
    service: Type.Object(
      {
        acsURL: Type.String({ ...uri, description: 'Where the provider sends people.' }),
        startURL: Type.String({ ...uri, description: 'Where people begin.' }),
        entityID: Type.String({
          ...uri,
          description:
            'What the provider knows this server by, and where its metadata is.',
        }),
        encryptionCertificate: Type.Optional(
          Type.String({
            maxLength: 10_000,
            description:
              'What the provider may encrypt assertions for, as PEM; also in the metadata.',
          }),
        ),
      },
      { description: 'What the identity provider has to be told.' },
    ),
    urls: Type.Object({ location: uri }),
  }),
)
export type SamlProvider = Static<typeof samlProvider>

export const ssoProviderLogin = named(
  'OrganizationSSOProviderLogin',
  Type.Object({
    id: identifier,
    label,
    startURL: Type.String({ ...uri, description: 'Where people begin.' }),
  }),
)
export type SsoProviderLogin = Static<typeof ssoProviderLogin>

const ofProvider = { ...inOrganization, samlProviderId: id('The identity provider.') }
const common = { tag: 'sso', caller: 'user', reach: 'organization' } as const

const settings = {
  entityID: Type.Optional(entityId),
  certificate: Type.Optional(certificate),
  ssoURL: Type.Optional(ssoUrl),
  defaultTeam: Type.Optional(
    nullable(
      Type.String({
        ...identifier,
        description: 'The team that new members are put into; null for none.',
      }),
    ),
  ),
  defaultRole: Type.Optional(role),
  groups: Type.Optional(nullable(groups)),
  encryption: Type.Optional(
    Type.Boolean({
      description:
        'Whether there is a key that the provider may encrypt assertions for. Switched off, the key is gone.',
    }),
  ),
}

export const singleSignOnOperations = defineOperations({
  listSAMLProvidersInOrganizationById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/saml',
    summary: 'List the identity providers of an organization',
    description: 'Answers providers in order of creation. Needs the admin role.',
    params: inOrganization,
    query: paging,
    status: 200,
    reply: list('OrganizationSAMLProviderList', samlProvider),
    errors: [403, 404],
  },
  createOrganizationSAMLProvider: {
    ...common,
    method: 'POST',
    path: '/orgs/{organizationId}/saml',
    summary: 'Add an identity provider',
    description:
      'Adds a SAML identity provider. It is `pending` until everything is set. Needs the admin role, and in a browser a sign-in of the last 10 minutes.',
    params: inOrganization,
    body: Type.Object({ label, ...settings }),
    status: 201,
    reply: samlProvider,
    errors: [400, 403, 404, 409],
  },
  getOrganizationSAMLProviderById: {
    ...common,
    method: 'GET',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get an identity provider',
    description: 'Answers one provider with its settings. Needs the admin role.',
    params: ofProvider,
    status: 200,
    reply: samlProvider,
    versioned: true,
    errors: [403, 404],
  },
  updateOrganizationSAMLProvider: {
    ...common,
    method: 'PATCH',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Change an identity provider',
    description:
      'Changes what is sent. An empty entity id or certificate takes it away, and the provider is `pending` then. Needs the admin role, and in a browser a sign-in of the last 10 minutes.',
    params: ofProvider,
    body: Type.Object({
      label: Type.Optional(label),
      ...settings,
      newEncryptionKey: Type.Optional(
        Type.Boolean({
          description:
            'Makes another key, where there is one. Assertions for the one before are taken until the next.',
        }),
      ),
    }),
    status: 200,
    reply: samlProvider,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  deleteOrganizationSAMLProvider: {
    ...common,
    method: 'DELETE',
    path: '/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Remove an identity provider',
    description:
      'Nobody signs in with it any longer; the last active one stays while anybody has to sign in with one. Removing a provider that is already gone succeeds. Needs the admin role, and in a browser a sign-in of the last 10 minutes.',
    params: ofProvider,
    status: 204,
    conditional: true,
    errors: [403, 409],
  },
  listSSOProviderLoginsInOrganization: {
    tag: 'sso',
    caller: 'anyone',
    reach: 'public',
    method: 'GET',
    path: '/orgs/{organizationId}/sso',
    summary: 'List where people can sign in to an organization',
    description:
      'Answers the active providers. Needs no token: a page to sign in asks it first. To who is no member, an organization without an active provider does not exist.',
    params: inOrganization,
    status: 200,
    reply: named(
      'OrganizationSSOProviderLoginList',
      Type.Object({ items: Type.Array(ssoProviderLogin) }),
    ),
    errors: [404],
  },
})
