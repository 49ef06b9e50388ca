// Generated from the migrated schema by `npm run generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

/** Read as parsed JSON, written as its text. */
type Json = ColumnType<unknown, string, string>

export interface Tables {
  account: {
    id: string
    display_name: string
    photo_url: string | null
    email: string
    version: Generated<number>
    created_at: Generated<string>
  }
  account_email: {
    email: string
    account_id: string
    verified_at: string | null
  }
  account_identity: {
    provider: string
    subject: string
    account_id: string
    created_at: Generated<string>
  }
  account_membership: {
    account_id: string
    organization_id: string
  }
  agent_instructions: {
    organization_id: string
    document: Json
    updated_at: Generated<string>
    updated_by: string
    version: Generated<number>
  }
  api_token: {
    hash: string
    id: string
    account_id: string
    label: string
    scopes: string[]
    organization_id: string | null
    created_at: Generated<string>
    expires_at: string | null
    last_used_at: string | null
  }
  audit_event: {
    organization_id: string
    id: string
    occurred_at: Generated<string>
    action: string
    actor_id: string
    target_kind: string
    target_id: string
    request_id: string
    details: Json
  }
  directory: {
    id: string
    kind: string
    organization_id: string
  }
  email_domain: {
    domain: string
    organization_id: string
  }
  event: {
    organization_id: string
    id: string
    occurred_at: Generated<string>
    type: string
    subject: string
    payload: Json
  }
  event_pending: {
    id: string
    organization_id: string
    occurred_at: string
    subject: string
  }
  idempotency_record: {
    principal_id: string
    key_hash: string
    created_at: Generated<string>
    fingerprint: string
    status: number
    answer: Buffer
  }
  link_invite: {
    organization_id: string
    id: string
    role: string | null
    created_by: string
    created_at: Generated<string>
    version: Generated<number>
  }
  mail_invite: {
    organization_id: string
    id: string
    email: string
    role: string | null
    sso: Generated<boolean>
    invited_by: string
    created_at: Generated<string>
    expires_at: string
  }
  member: {
    organization_id: string
    user_id: string
    role: string | null
    disabled: Generated<boolean>
    sso: Generated<boolean>
    joined_at: Generated<string>
    last_seen_at: string | null
    search_text: string
    teams: Generated<number>
    spaces: Generated<number>
    version: Generated<number>
  }
  organization: {
    organization_id: string
    title: string
    hostname: string
    type: Generated<string>
    use_case: string | null
    community_type: string | null
    default_role: string | null
    default_site_id: string | null
    email_domains: Generated<string[]>
    logo: string | null
    sso: Generated<boolean>
    ai: Generated<boolean>
    invite_links: Generated<boolean>
    merge_rules: Generated<Json>
    created_by: string
    created_at: Generated<string>
    version: Generated<number>
  }
  organization_counter: {
    organization_id: string
    name: string
    value: Generated<number>
  }
  organization_secret: {
    organization_id: string
    name: string
    sealed: string
    created_at: Generated<string>
  }
  subdomain: {
    subdomain: string
    organization_id: string
    created_at: Generated<string>
  }
  team: {
    organization_id: string
    id: string
    title: string
    members: Generated<number>
    spaces: Generated<number>
    created_at: Generated<string>
    version: Generated<number>
  }
  team_member: {
    organization_id: string
    team_id: string
    user_id: string
    role: string
    added_at: Generated<string>
  }
  welcome_link: {
    secret_hash: string
    email: string
    organization_id: string | null
    invite_id: string | null
    account_id: string | null
    created_at: Generated<string>
    expires_at: string
  }
}
