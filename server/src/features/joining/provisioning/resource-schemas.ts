/** An attribute of a resource, as RFC 7643 describes them. */
export interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable'
  readonly returned: 'always' | 'default'
  readonly uniqueness: 'none' | 'server'
  readonly referenceTypes?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

export interface ResourceSchema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

/** The attributes that resources of one kind have. */
export interface ResourceKind {
  readonly name: 'User' | 'Group'
  readonly endpoint: '/Users' | '/Groups'
  readonly core: ResourceSchema
  readonly extension: ResourceSchema | undefined
}

const coreUrn = 'urn:ietf:params:scim:schemas:core:2.0'
const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

type Traits = Partial<Omit<Attribute, 'name' | 'description'>>

function attribute(name: string, description: string, traits: Traits = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...traits,
  }
}

function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  // oxlint-disable-next-line max-params -- a name, what it means, its parts, what else is said of it
  traits: Traits = {},
): Attribute {
  return attribute(name, description, { type: 'complex', subAttributes, ...traits })
}

const readOnly = { mutability: 'readOnly' } as const
const exact = { caseExact: true } as const

function reference(description: string, referenceTypes: readonly string[]): Attribute {
  return attribute('$ref', description, {
    ...readOnly,
    ...exact,
    type: 'reference',
    referenceTypes,
  })
}

const name = complex('name', 'The name of the person.', [
  attribute('formatted', 'The whole name, as it is shown.'),
  attribute('familyName', 'The family name.'),
  attribute('givenName', 'The given name.'),
  attribute('middleName', 'Further names.'),
  attribute('honorificPrefix', 'What stands before the name.'),
  attribute('honorificSuffix', 'What stands behind the name.'),
])

const emails = complex(
  'emails',
  'The addresses of the person. An account is found, made or invited by the primary one, or else by that of the type `work`; a later change does not change the account.',
  [
    attribute('value', 'The address.'),
    attribute('display', 'The address as it is shown.'),
    attribute('type', 'What it is for, such as `work`.'),
    attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
  ],
  { multiValued: true },
)

const groups = complex(
  'groups',
  'The teams that the person is in.',
  [
    attribute('value', 'The id of the group.', { ...readOnly, ...exact }),
    reference('The address of the group.', ['Group']),
    attribute('display', 'The title of the team.', readOnly),
    attribute('type', 'Always `direct`.', readOnly),
  ],
  { ...readOnly, multiValued: true },
)

const userSchema: ResourceSchema = {
  id: `${coreUrn}:User`,
  name: 'User',
  description: 'A member of the organization, or somebody who is invited.',
  attributes: [
    attribute('userName', 'The name that the directory knows the person by.', {
      required: true,
      uniqueness: 'server',
    }),
    name,
    attribute(
      'displayName',
      'The name that a new account gets; the person may change it.',
    ),
    attribute('title', 'The position of the person.'),
    attribute('userType', 'How the person belongs to the organization.'),
    attribute('preferredLanguage', 'The language that the person prefers.'),
    attribute('locale', 'Where the person is, for dates and numbers.'),
    attribute('timezone', 'The time zone of the person.'),
    attribute('active', 'False suspends the membership at once.', { type: 'boolean' }),
    emails,
    groups,
  ],
}

const enterpriseSchema: ResourceSchema = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'What a directory of a company knows besides. It is kept and answered.',
  attributes: [
    attribute('employeeNumber', 'The number of the employee.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The organization within the company.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    complex('manager', 'Whom the person reports to.', [
      attribute('value', 'The id of the manager.', exact),
      attribute('displayName', 'The name of the manager.', readOnly),
    ]),
  ],
}

const groupSchema: ResourceSchema = {
  id: `${coreUrn}:Group`,
  name: 'Group',
  description: 'A team of the organization.',
  attributes: [
    attribute('displayName', 'The title of the team, of which 64 characters show.', {
      required: true,
    }),
    complex(
      'members',
      'Who is in the team, at most 1,000 in one request. Groups have no groups in them.',
      [
        attribute('value', 'The id of the user.', { ...exact, mutability: 'immutable' }),
        reference('The address of the user.', ['User']),
        attribute('display', 'The name of the user.', readOnly),
        attribute('type', 'Always `User`.', { mutability: 'immutable' }),
      ],
      { multiValued: true },
    ),
  ],
}

/** What every resource has, which no schema lists. */
export const commonAttributes: readonly Attribute[] = [
  attribute('id', 'The id of the resource.', {
    ...readOnly,
    ...exact,
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'The id that the directory gives.', exact),
  complex(
    'meta',
    'Facts about the resource itself.',
    [
      attribute('resourceType', 'The kind.', { ...readOnly, ...exact }),
      attribute('created', 'When it was made.', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', 'When it was changed.', {
        ...readOnly,
        type: 'dateTime',
      }),
      attribute('location', 'Its address.', { ...readOnly, type: 'reference' }),
      attribute('version', 'Its ETag.', { ...readOnly, ...exact }),
    ],
    readOnly,
  ),
]

/** Attributes of RFC 7643 that directories send and that are not kept: nothing here needs them. */
export const ignoredNames: ReadonlySet<string> = new Set([
  'nickname',
  'profileurl',
  'password',
  'phonenumbers',
  'ims',
  'photos',
  'addresses',
  'entitlements',
  'roles',
  'x509certificates',
])

export const userKind: ResourceKind = {
  name: 'User',
  endpoint: '/Users',
  core: userSchema,
  extension: enterpriseSchema,
}

export const groupKind: ResourceKind = {
  name: 'Group',
  endpoint: '/Groups',
  core: groupSchema,
  extension: undefined,
}

export const allKinds = [userKind, groupKind] as const
export const allSchemas = [userSchema, groupSchema, enterpriseSchema] as const
