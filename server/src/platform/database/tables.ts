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
    organizations_founded: number | null
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
    organization_id: string | null
    last_used_at: string | null
    known_as: string | null
  }
  account_membership: {
    account_id: string
    organization_id: string
  }
  account_password: {
    account_id: string
    hash: string
    changed_at: Generated<string>
  }
  agent_instructions: {
    organization_id: string
    document: Json
    updated_at: Generated<string>
    updated_by: string
    version: Generated<number>
  }
  alias: {
    organization_id: string
    space_id: string
    parent_id: string
    slug: string
    entry_id: string
    created_at: Generated<string>
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
    proven_for: string | null
    breaks_glass: Generated<boolean>
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
  branch: {
    organization_id: string
    space_id: string
    id: string
    head_number: number
    head_revision_id: string
    moved_number: Generated<number>
    main_number: number | null
  }
  browser_session: {
    hash: string
    id: string
    account_id: string
    way: string
    device: string
    address: string
    organization_id: string | null
    created_at: Generated<string>
    authenticated_at: Generated<string>
    last_used_at: Generated<string>
    expires_at: string
    renewal_due: Generated<boolean>
    renewed_at: string | null
  }
  change_note: {
    id: string
    organization_id: string
    subject: string
    transaction: Generated<string>
    noted_at: Generated<string>
  }
  change_request: {
    organization_id: string
    space_id: string
    id: string
    number: number
    status: Generated<string>
    subject: Generated<string>
    description: string | null
    created_by: string
    created_at: Generated<string>
    updated_at: Generated<string>
    initial_revision_id: string
    ancestor_revision_id: string | null
    merged_revision_id: string | null
    cluster_id: string | null
    comments: Generated<number>
    version: Generated<number>
    comments_total: Generated<number>
  }
  change_request_check: {
    organization_id: string
    space_id: string
    change_request_id: string
    name: string
    state: string
    link: string | null
    summary: string | null
    revision_id: string
    reported_by: string
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  change_request_contributor: {
    organization_id: string
    space_id: string
    change_request_id: string
    user_id: string
    action: string
    count: Generated<number>
    updated_at: Generated<string>
  }
  change_request_resolution: {
    organization_id: string
    space_id: string
    change_request_id: string
    conflict_id: string
    resolution: Json
    resolved_by: string
    resolved_at: Generated<string>
  }
  change_request_review: {
    organization_id: string
    space_id: string
    change_request_id: string
    id: string
    revision_id: string
    reviewer_id: string
    requested_by: string | null
    status: string
    is_outdated: Generated<boolean>
    comment_id: string | null
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  change_request_reviewer: {
    organization_id: string
    space_id: string
    change_request_id: string
    user_id: string | null
    team_id: string | null
    reviewer_id: string
    revision_id: string
    requested_by: string
    created_at: Generated<string>
  }
  comment: {
    organization_id: string
    space_id: string
    id: string
    change_request_id: string | null
    branch_id: string
    page_id: string | null
    node: string | null
    cell_record: string | null
    cell_definition: string | null
    revision_id: string
    review_id: string | null
    body: string
    posted_by: string
    posted_at: Generated<string>
    edited_at: string | null
    is_resolved: Generated<boolean>
    resolved_by: string | null
    resolved_at: string | null
    is_orphaned: Generated<boolean>
    replies: Generated<number>
    reactions: Generated<number>
    version: Generated<number>
    touched_at: Generated<string>
  }
  comment_reaction: {
    organization_id: string
    space_id: string
    comment_id: string
    reply_id: Generated<string>
    emoji: string
    user_id: string
    reacted_at: Generated<string>
  }
  comment_reply: {
    organization_id: string
    space_id: string
    comment_id: string
    id: string
    branch_id: string
    body: string
    posted_by: string
    posted_at: Generated<string>
    edited_at: string | null
    reactions: Generated<number>
    version: Generated<number>
  }
  commit_witness: {
    id: number
  }
  content_node: {
    organization_id: string
    id: string
    kind: string
    parent_id: string | null
    title: string
    description: string | null
    default_level: Generated<string>
    position: string
    lineage: string[]
    base_level: Generated<string>
    state: Generated<string>
    created_by: string
    created_at: Generated<string>
    deleted_at: string | null
    version: Generated<number>
  }
  custom_font: {
    organization_id: string
    id: string
    family: string
    version: Generated<number>
    created_at: Generated<string>
  }
  custom_font_file: {
    organization_id: string
    id: string
    font_id: string | null
    weight: number | null
    format: string
    size: number
    created_at: Generated<string>
  }
  custom_hostname: {
    hostname: string
    organization_id: string
    site_id: string | null
    challenge: string
    status: string
    live_since: string | null
    checked_at: string | null
    created_by: string
    created_at: Generated<string>
    failing_since: string | null
  }
  diagram: {
    organization_id: string
    space_id: string
    id: string
    source: string
    status: Generated<string>
    attempts: Generated<number>
    failure: string | null
    width: number | null
    height: number | null
    asked_at: Generated<string>
    finished_at: string | null
  }
  directory: {
    id: string
    kind: string
    organization_id: string
  }
  document: {
    organization_id: string
    space_id: string
    id: string
    markdown: string
    projection: Buffer | null
    created_at: Generated<string>
    projection_form: Generated<number>
    anchors: number[] | null
  }
  email_change: {
    account_id: string
    id: string
    former_email: string
    new_email: string
    former_confirmed_at: string | null
    new_confirmed_at: string | null
    done_at: string | null
    expires_at: string
  }
  email_domain: {
    domain: string
    organization_id: string
    proven_at: string | null
    failing_since: string | null
    check_at: string | null
    checks: Generated<number>
  }
  entry: {
    organization_id: string
    space_id: string
    id: string
    from_number: number
    gone_number: number | null
  }
  entry_version: {
    organization_id: string
    space_id: string
    branch_id: string
    entry_id: string
    from_number: number
    to_number: number | null
    kind: string
    parent_id: Generated<string>
    position: Generated<string>
    slug: string | null
    title: Generated<string>
    attributes: Generated<Json>
    head: string | null
    document_id: string | null
    links: Json | null
    targets: string[] | null
    is_gone: Generated<boolean>
    created_at: string
    updated_at: string
    linked_number: number | null
    uses: Json | null
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
  first_run: {
    id: string
    nonce: string
    issued_at: Generated<string>
    closed_at: string | null
  }
  former_session: {
    hash: string
    session_hash: string
    expires_at: string
  }
  idempotency_record: {
    principal_id: string
    key_hash: string
    created_at: Generated<string>
    fingerprint: string
    status: number
    answer: Buffer
  }
  import_run: {
    organization_id: string
    id: string
    space_id: string
    mode: string
    upload_keys: string[]
    upload_names: string[]
    attempts: Generated<number>
    status: Generated<string>
    done: Generated<number>
    total: Generated<number>
    result: Json | null
    problems: Generated<Json>
    failure: string | null
    created_by: string
    created_at: Generated<string>
    started_at: string | null
    completed_at: string | null
    change_request_id: string | null
    source_url: string | null
    page_id: string | null
  }
  known_device: {
    hash: string
    account_id: string
    last_used_at: Generated<string>
  }
  link_invite: {
    organization_id: string
    id: string
    role: string | null
    created_by: string
    created_at: Generated<string>
    version: Generated<number>
    content_id: string | null
  }
  mail_count: {
    subject: string
    day: string
    mails: number
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
    mailed_at: string | null
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
    needs_sso: Generated<boolean>
  }
  notification: {
    organization_id: string
    user_id: string
    source: string
    mail_id: string
    kind: string
    actor_id: string
    space_id: string
    change_request_id: string | null
    comment_id: string | null
    reply_id: string | null
    review_id: string | null
    occurred_at: string
  }
  notification_mail: {
    organization_id: string
    id: string
    user_id: string
    created_at: Generated<string>
    closed_at: string | null
    sent_at: string | null
    held_until: string | null
  }
  notification_preference: {
    account_id: string
    muted: Generated<string[]>
    digest: Generated<string>
    version: Generated<number>
  }
  openapi_content: {
    organization_id: string
    hash: string
    size: number
    format: string
    files: number
    text_start: number
    text_end: number
    bundle_size: number | null
    created_at: Generated<string>
  }
  openapi_overlay: {
    organization_id: string
    spec_id: string
    name: string
    text: string
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    problems: Generated<Json>
    problem_count: Generated<number>
    applied_version: number | null
  }
  openapi_part: {
    organization_id: string
    spec_id: string
    kind: string
    name: string
    hash: string
    part: Json
    words: string
  }
  openapi_spec: {
    organization_id: string
    id: string
    slug: string
    slug_key: string
    visibility: Generated<string>
    source_number: Generated<number>
    source_url: string | null
    source_hash: string | null
    state: Generated<string>
    processed_at: string | null
    error_code: string | null
    errors: Json | null
    error_count: number | null
    etag: string | null
    last_modified: string | null
    failures: Generated<number>
    refresh_at: string | null
    version: Generated<number>
    created_at: Generated<string>
    updated_at: Generated<string>
    plan: Json | null
    shown_version: string | null
    shown_number: Generated<number>
    overlays_number: Generated<number>
    shown_hash: string | null
    shown_size: number | null
    followed_version: string | null
  }
  openapi_spec_version: {
    organization_id: string
    spec_id: string
    id: string
    hash: string
    source_url: string | null
    created_at: Generated<string>
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
    proven_email_domains: string[] | null
    custom_hostname: string | null
    sso_provided: Generated<boolean>
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
  passkey: {
    credential_id: string
    id: string
    account_id: string
    public_key: string
    uses: number
    device: string
    created_at: Generated<string>
    last_used_at: string | null
  }
  passkey_challenge: {
    hash: string
    flow_hash: string
    account_id: string | null
    expires_at: string
  }
  pdf: {
    organization_id: string
    id: string
    space_id: string
    revision_id: string
    page_id: string
    is_only: boolean
    status: Generated<string>
    done: Generated<number>
    attempts: Generated<number>
    failure: string | null
    size_bytes: number | null
    pages: number | null
    print_hash: string | null
    print_until: string | null
    asked_by: string
    asked_at: Generated<string>
    created_at: Generated<string>
    started_at: string | null
    completed_at: string | null
  }
  pending_file: {
    organization_id: string
    space_id: string
    key: string
    upload_key: string | null
    created_at: Generated<string>
    size: number | null
  }
  pending_sign_in: {
    hash: string
    account_id: string
    way: string
    expires_at: string
  }
  provider_sign_in: {
    hash: string
    provider_id: string
    flow_hash: string
    return_path: string | null
    expires_at: string
  }
  recovery_code: {
    account_id: string
    hash: string
  }
  revision: {
    organization_id: string
    space_id: string
    id: string
    branch_id: string
    number: number
    type: string
    parents: string[]
    main_number: number | null
    changed: string[]
    created_by: string
    created_at: Generated<string>
    followed: Json | null
  }
  saml_answer: {
    hash: string
    expires_at: string
  }
  saml_link: {
    hash: string
    request_id: string
    expires_at: string
  }
  saml_provider: {
    organization_id: string
    id: string
    label: string
    entity_id: string | null
    certificate: string | null
    sso_url: string | null
    default_team_id: string | null
    default_role: string | null
    version: Generated<number>
    created_at: Generated<string>
    groups_attribute: string | null
  }
  saml_provider_team: {
    organization_id: string
    provider_id: string
    group_name: string
    team_id: string
  }
  saml_request: {
    id: string
    provider_id: string
    flow_hash: string
    return_path: string | null
    answer_hash: string | null
    subject: string | null
    email: string | null
    display_name: string | null
    expires_at: string
    mailed_at: string | null
    groups: string[] | null
  }
  scim_group: {
    organization_id: string
    team_id: string
    external_id: string | null
    display_name: string
    updated_at: Generated<string>
  }
  scim_group_wish: {
    organization_id: string
    scim_user_id: string
    team_id: string
  }
  scim_token: {
    organization_id: string
    id: string
    hash: string
    label: string
    created_by: string
    created_at: Generated<string>
    expires_at: string | null
    last_used_at: string | null
  }
  scim_user: {
    organization_id: string
    id: string
    user_id: string | null
    user_name: string
    user_name_key: string
    external_id: string | null
    email: string
    emails: string[]
    is_active: boolean
    attributes: Json
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  search_section: {
    organization_id: string
    space_id: string
    page_id: string
    number: number
    anchor: string | null
    heading: string
    body: string
    words: string
    sight: string | null
  }
  search_sight: {
    organization_id: string
    space_id: string
    sight: string
    conditions: Json
    sections: number
  }
  search_sight_word: {
    organization_id: string
    space_id: string
    word: string
    sight: string
    sections: number
  }
  search_state: {
    organization_id: string
    space_id: string
    indexed_number: number
    recipe: number
    dictionary: string
    sections: Generated<number>
  }
  search_vocabulary: {
    organization_id: string
    stem: string
    word: string
  }
  search_word: {
    organization_id: string
    space_id: string
    word: string
    sections: number
    open_sections: Generated<number>
  }
  second_factor: {
    account_id: string
    sealed: string
    used_step: number
    set_at: Generated<string>
  }
  sign_in_attempt: {
    subject: string
    starts_at: string
    attempts: number
  }
  sign_in_link: {
    secret_hash: string
    account_id: string
    expires_at: string
    flow_hash: string | null
  }
  sign_in_mail: {
    id: string
    email: string
    flow_hash: string
    return_path: string | null
    expires_at: string
  }
  site: {
    organization_id: string
    id: string
    type: Generated<string>
    title: string
    basename: string
    visibility: Generated<string>
    published: Generated<boolean>
    published_at: string | null
    agents_context: Generated<string>
    adaptive_content_enabled: boolean | null
    proxy_origin: string | null
    default_section_id: string | null
    default_site_space_id: string | null
    hostname: string | null
    hostname_live: Generated<boolean>
    version: Generated<number>
    epoch: Generated<number>
    created_by: string
    created_at: Generated<string>
    updated_at: Generated<string>
    redirects: Generated<number>
    share_links: Generated<number>
  }
  site_adaptive_schema: {
    organization_id: string
    site_id: string
    json_schema: Json
    updated_at: Generated<string>
  }
  site_alias: {
    organization_id: string
    basename: string
    site_id: string
    created_at: Generated<string>
  }
  site_customization: {
    organization_id: string
    site_id: string
    site_space_id: Generated<string>
    overridden_id: string | null
    settings: Json
    updated_at: Generated<string>
  }
  site_external_link: {
    organization_id: string
    site_id: string
    id: string
    group_id: string | null
    title: string
    url: string
    description: string | null
    icon: string | null
    draft: Generated<boolean>
    condition: string | null
    position: string
  }
  site_former_path: {
    organization_id: string
    site_id: string
    section_id: Generated<string>
    kind: string
    path: string
    target_id: string
    created_at: Generated<string>
  }
  site_insight: {
    organization_id: string
    site_id: string
    facet: string
    grain: string
    starts_at: string
    digest: string
    dimensions: Json
    events: number
    visitors: Generated<string>
  }
  site_insight_state: {
    organization_id: string
    site_id: string
    written_at: Generated<string>
  }
  site_publishing_auth: {
    organization_id: string
    site_id: string
    backend: Generated<string>
    private_key_sealed: string
    fallback_url: string | null
    updated_at: Generated<string>
    sign_in: Generated<string>
  }
  site_redirect: {
    organization_id: string
    site_id: string
    id: string
    source: string
    source_key: string
    destination: Json
    created_at: Generated<string>
    updated_at: Generated<string>
  }
  site_section: {
    organization_id: string
    site_id: string
    id: string
    group_id: string | null
    title: string
    path: string
    description: string | null
    icon: string | null
    condition: string | null
    default_site_space_id: string | null
    position: string
    created_at: Generated<string>
  }
  site_section_group: {
    organization_id: string
    site_id: string
    id: string
    parent_id: string | null
    title: string
    icon: string | null
    position: string
    created_at: Generated<string>
  }
  site_share_link: {
    organization_id: string
    site_id: string
    id: string
    name: string
    active: Generated<boolean>
    key_sealed: string
    key_hash: string
    created_at: Generated<string>
  }
  site_space: {
    organization_id: string
    site_id: string
    id: string
    section_id: string | null
    space_id: string
    path: string
    condition: string | null
    position: string
    created_at: Generated<string>
    openness: number | null
  }
  site_team_grant: {
    organization_id: string
    site_id: string
    team_id: string
    role: string | null
    created_at: Generated<string>
  }
  site_token: {
    hash: string
    organization_id: string
    site_id: string
    grounds: Json
    expires_at: string
  }
  site_user_grant: {
    organization_id: string
    site_id: string
    user_id: string
    role: string | null
    created_at: Generated<string>
  }
  site_visit: {
    hash: string
    id: string
    organization_id: string
    site_id: string
    account_id: string
    session_hash: string
    started_at: Generated<string>
    expires_at: string
  }
  site_visit_code: {
    hash: string
    organization_id: string
    site_id: string
    account_id: string
    session_hash: string
    flow_hash: string
    host: string
    expires_at: string
  }
  space: {
    organization_id: string
    id: string
    emoji: string | null
    icon: string | null
    edit_mode: Generated<string>
    language: string | null
    merge_rules: Generated<Json>
    file_epoch: Generated<number>
    updated_at: Generated<string>
  }
  space_counter: {
    organization_id: string
    space_id: string
    files: Generated<number>
    comments: Generated<number>
    change_requests: Generated<number>
    change_requests_open: Generated<number>
    change_requests_draft: Generated<number>
    comments_total: Generated<number>
    file_bytes: Generated<number>
  }
  subdomain: {
    subdomain: string
    organization_id: string
    created_at: Generated<string>
    kept_until: string | null
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
  team_grant: {
    organization_id: string
    content_id: string
    team_id: string
    role: string | null
    created_at: Generated<string>
  }
  team_member: {
    organization_id: string
    team_id: string
    user_id: string
    role: string
    added_at: Generated<string>
  }
  upload: {
    organization_id: string
    key: string
    kind: string
    name: string
    content_type: string
    size: number
    created_by: string
    created_at: Generated<string>
    expires_at: string
    used_at: string | null
    counted: number | null
  }
  user_grant: {
    organization_id: string
    content_id: string
    user_id: string
    role: string | null
    created_at: Generated<string>
  }
  waiting_identity: {
    hash: string
    provider_id: string
    flow_hash: string
    return_path: string | null
    provider: string
    subject: string
    known_as: string
    display_name: string
    proven_email: string | null
    has_two_factors: boolean
    expires_at: string
    authenticated_at: string | null
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
