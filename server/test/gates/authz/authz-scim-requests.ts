import { groupUrn, patch, userUrn } from '#test/provisioning/test-directory.ts'

export interface ScimRequest {
  readonly method: string
  /** Below the address of the organization. */
  readonly path: string
  readonly body?: object
}

export type Named = Readonly<Record<'user' | 'userName' | 'group', string>>

/** What a directory may ask about the user and the group that it names. */
export function requestsAbout({ user, userName, group }: Named): readonly ScimRequest[] {
  const members = [{ value: user }]
  return [
    filtered('Users', `id eq "${user}"`),
    filtered('Users', `userName eq "${userName}"`),
    filtered('Groups', `id eq "${group}"`),
    filtered('Groups', `members eq "${user}"`),
    { method: 'GET', path: `/Users/${user}` },
    { method: 'GET', path: `/Groups/${group}` },
    { method: 'PUT', path: `/Users/${user}`, body: { schemas: [userUrn], userName } },
    {
      method: 'PUT',
      path: `/Groups/${group}`,
      body: { schemas: [groupUrn], displayName: 'Put', members },
    },
    { method: 'PATCH', path: `/Users/${user}`, body: setting('active', false) },
    { method: 'PATCH', path: `/Groups/${group}`, body: setting('members', members) },
    {
      method: 'POST',
      path: '/Groups',
      body: { schemas: [groupUrn], displayName: 'Posted', members },
    },
    { method: 'DELETE', path: `/Users/${user}` },
    { method: 'DELETE', path: `/Groups/${group}` },
  ]
}

function filtered(kind: string, filter: string): ScimRequest {
  return { method: 'GET', path: `/${kind}?filter=${encodeURIComponent(filter)}` }
}

function setting(path: string, value: unknown): object {
  return patch({ op: 'replace', path, value })
}

export const aboutNobody: readonly ScimRequest[] = [
  { method: 'GET', path: '/Users' },
  { method: 'GET', path: '/Groups' },
  { method: 'GET', path: '/ServiceProviderConfig' },
  { method: 'GET', path: '/ResourceTypes' },
  { method: 'GET', path: '/Schemas' },
  {
    method: 'POST',
    path: '/Users',
    body: { schemas: [userUrn], userName: 'new@scim.example' },
  },
]
