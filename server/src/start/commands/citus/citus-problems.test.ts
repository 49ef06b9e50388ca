import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { createUnlaidDatabase } from '#test/test-database.ts'

import { readCatalogue } from './catalogue.ts'
import { citusProblems } from './citus-problems.ts'

const tenant = (name: string, columns: string) =>
  `create table ${name} (organization_id text collate "C", id text collate "C", ${columns});
   comment on table ${name} is 'tenant: a try'`

describe('citusProblems', () => {
  let database: Awaited<ReturnType<typeof createUnlaidDatabase>>
  let client: Client
  before(async () => {
    database = await createUnlaidDatabase()
    client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('create extension if not exists btree_gist')
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  /** The problems right after the change, which is then rolled back. */
  async function problemsAfter(change: string): Promise<string[]> {
    await client.query('begin')
    try {
      await client.query(change)
      const found = citusProblems(await readCatalogue(client))
      return found.map(({ table, message }) => `${table}: ${message}`)
    } finally {
      await client.query('rollback')
    }
  }

  it('has nothing to say about the schema', async () => {
    assert.deepEqual(citusProblems(await readCatalogue(client)), [])
  })

  const key = 'primary key (organization_id, id)'

  const breaks: [string, string, string[]][] = [
    [
      'a unique index without the organization',
      'create unique index team_title on team (title)',
      ['team: the unique index team_title does not contain organization_id'],
    ],
    [
      'a unique constraint without the organization',
      'alter table link_invite add constraint one_role unique (role)',
      ['link_invite: the unique index one_role does not contain organization_id'],
    ],
    [
      'a partial unique index that only computes with the organization',
      `create unique index odd on team ((organization_id || title)) where title <> ''`,
      ['team: the unique index odd does not contain organization_id'],
    ],
    [
      'a unique index that only carries the organization along',
      'create unique index odd on team (title) include (organization_id)',
      ['team: the unique index odd does not contain organization_id'],
    ],
    [
      'a unique index of a global table without its own column',
      'create unique index token_id on api_token (id)',
      ['api_token: the unique index token_id does not contain hash'],
    ],
    [
      'a primary key that does not begin with the organization',
      tenant('tried', 'primary key (id, organization_id)'),
      ['tried: its primary key does not begin with organization_id'],
    ],
    [
      'a table without a primary key',
      tenant('tried', 'title text'),
      ['tried: it has no primary key'],
    ],
    [
      'a foreign key from a tenant to a global table',
      'alter table organization add foreign key (hostname) references subdomain',
      [
        'organization: the foreign key organization_hostname_fkey to subdomain leads from a tenant to a distributed table',
      ],
    ],
    [
      'a foreign key from a global to a tenant table',
      'alter table directory add foreign key (organization_id) references organization',
      [
        'directory: the foreign key directory_organization_id_fkey to organization leads from a distributed to a tenant table',
      ],
    ],
    [
      'a foreign key between two global tables',
      'alter table site_token add foreign key (site_id) references directory',
      [
        'site_token: the foreign key site_token_site_id_fkey to directory leads from a distributed to a distributed table',
      ],
    ],
    [
      'a foreign key from a reference to a tenant table',
      'alter table account add foreign key (id, email) references member (organization_id, user_id)',
      [
        'account: the foreign key account_id_email_fkey to member leads from a reference to a tenant table',
      ],
    ],
    [
      'a foreign key between tenants that crosses the organizations',
      `${tenant('tried', `other text collate "C", ${key}, unique (organization_id, other)`)};
       alter table tried add foreign key (other, organization_id) references tried (organization_id, other)`,
      [
        'tried: the foreign key tried_other_organization_id_fkey to tried does not join organization_id with organization_id',
      ],
    ],
    [
      'a foreign key to a local table',
      `alter table team add foreign key (title) references schema_migration (name)`,
      [
        'team: the foreign key team_title_fkey to schema_migration leads to a local table',
      ],
    ],
    [
      'a foreign key of a local table to a tenant table',
      `truncate schema_migration;
       alter table schema_migration add foreign key (name) references organization`,
      [
        'schema_migration: the foreign key schema_migration_name_fkey to organization leads from a local to a tenant table',
      ],
    ],
    [
      'a foreign key that would clear the organization',
      tenant(
        'tried',
        `${key}, foreign key (organization_id) references organization on delete set null`,
      ),
      [
        'tried: the foreign key tried_organization_id_fkey would change organization_id, which never changes',
      ],
    ],
    [
      'a serial column',
      'alter table team add column number serial',
      ['team: the sequence team_number_seq belongs to it'],
    ],
    [
      'an identity column',
      'alter table account add column number integer generated always as identity',
      [
        'account: the sequence account_number_seq belongs to it',
        'account: its column number is an identity',
      ],
    ],
    [
      'an exclusion constraint',
      'alter table team add constraint apart exclude using gist (organization_id with =, title with =)',
      ['team: apart is an exclusion constraint'],
    ],
    [
      'an id in the order of a language',
      'alter table team add column space_id text',
      ['team: its id column space_id is not text collate "C"'],
    ],
    [
      'an id that is a number',
      'alter table member add column invited_by bigint',
      ['member: its id column invited_by is not text collate "C"'],
    ],
    [
      'an organization in another collation, which could not lie beside the others',
      `create table tried (organization_id text, id text collate "C", ${key});
       comment on table tried is 'tenant: a try'`,
      [
        'tried: its column organization_id, which it is distributed by, is not text collate "C"',
      ],
    ],
    [
      'a trigger',
      `create function nothing() returns trigger language plpgsql as 'begin return new; end';
       create trigger tick before update on team for each row execute function nothing()`,
      ['team: the trigger tick does not run on a cluster'],
    ],
    [
      'a table that does not say how it is laid out',
      'create table tried (id text primary key)',
      [
        'tried: its comment does not begin with tenant, reference, distributed(column), coordinator or local',
      ],
    ],
    [
      'a table distributed by a column it does not have',
      `create table tried (id text collate "C" primary key);
       comment on table tried is 'distributed(key): a try'`,
      [
        'tried: it has no column key',
        'tried: the unique index tried_pkey does not contain key',
      ],
    ],
    [
      'a unique index on a partitioned table without the organization',
      'create unique index odd on event (id, occurred_at)',
      ['event: the unique index odd does not contain organization_id'],
    ],
  ]
  for (const [name, change, expected] of breaks) {
    it(`finds ${name}`, async () => {
      assert.deepEqual(await problemsAfter(change), expected)
    })
  }
})
