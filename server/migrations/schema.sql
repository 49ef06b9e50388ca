-- The whole schema, as pg_dump 15 prints it after all migrations. Do not edit: `npm run generate`.

SELECT pg_catalog.set_config('search_path', '', false);

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE FUNCTION public.maintain_partitions(event_days integer, audit_days integer, idempotency_days integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO '$user', 'public'
    AS $_$
declare
  kept record;
  day date;
  child text;
begin
  perform pg_advisory_xact_lock(hashtext('maintain_partitions'));
  for kept in
    select * from (values
      ('event', 'occurred_at', event_days),
      ('audit_event', 'occurred_at', audit_days),
      ('idempotency_record', 'created_at', idempotency_days)
    ) as t (parent, column_name, days)
    where days is not null
  loop
    for day in select d::date from generate_series(current_date, current_date + 7, interval '1 day') d loop
      child := kept.parent || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(quote_ident(child)) is null then
        begin
          execute format(
            'create table %I partition of %I for values from (%L) to (%L)',
            child, kept.parent, day, day + 1
          );
        exception when check_violation then
          -- Rows of that day already sit in the default partition; they are swept from there.
          raise notice 'rows of % stay in the default partition of %', day, kept.parent;
        end;
      end if;
    end loop;
    for child in
      select c.relname from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass(quote_ident(kept.parent))
        and c.relname ~ ('^' || kept.parent || '_[0-9]{8}$')
        and to_date(right(c.relname, 8), 'YYYYMMDD') < current_date - kept.days
    loop
      execute format('drop table %I', child);
    end loop;
    -- A time of the column's own type: a cluster refuses to compare a column with a day, since the
    -- comparison depends on the time zone of the session.
    execute format(
      'delete from %I where %I < %L::timestamptz',
      kept.parent || '_default', kept.column_name, (current_date - kept.days)::timestamptz
    );
  end loop;
end
$_$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account (
    id text NOT NULL COLLATE pg_catalog."C",
    display_name text NOT NULL,
    photo_url text,
    email text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    organizations_founded integer,
    CONSTRAINT account_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 64)))
);

COMMENT ON TABLE public.account IS 'reference: a person who can sign in';

CREATE TABLE public.account_email (
    email text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    verified_at timestamp(3) with time zone,
    CONSTRAINT account_email_email_check CHECK ((email = lower(email)))
);

COMMENT ON TABLE public.account_email IS 'reference: every address of an account; an address belongs to one account';

CREATE TABLE public.account_identity (
    provider text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    organization_id text COLLATE pg_catalog."C",
    last_used_at timestamp(3) with time zone,
    known_as text,
    CONSTRAINT account_identity_known_as_check CHECK (((char_length(known_as) >= 1) AND (char_length(known_as) <= 254)))
);

COMMENT ON TABLE public.account_identity IS 'reference: what identity providers know accounts by; of one organization unless it has none';

CREATE TABLE public.account_membership (
    account_id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.account_membership IS 'distributed(account_id): which organizations an account belongs to; mirrors member';

CREATE TABLE public.account_password (
    account_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_password_hash_check CHECK (((char_length(hash) >= 32) AND (char_length(hash) <= 256)))
);

COMMENT ON TABLE public.account_password IS 'distributed(account_id): the passwords of accounts, as hashes';

CREATE TABLE public.agent_instructions (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    document json NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_by text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL
);

COMMENT ON TABLE public.agent_instructions IS 'tenant: what an organization tells its agents';

CREATE TABLE public.alias (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    parent_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    entry_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.alias IS 'tenant: where a page was called something else, so that its old paths still lead to it';

CREATE TABLE public.api_token (
    hash text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    scopes text[] NOT NULL,
    organization_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    proven_for text COLLATE pg_catalog."C",
    breaks_glass boolean DEFAULT false NOT NULL,
    CONSTRAINT api_token_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 50))),
    CONSTRAINT api_token_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'write'::text]) AND (cardinality(scopes) > 0)))
);

COMMENT ON TABLE public.api_token IS 'distributed(hash): access tokens, found by the SHA-256 of what the caller sends';

CREATE TABLE public.audit_event (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL,
    actor_id text NOT NULL COLLATE pg_catalog."C",
    target_kind text NOT NULL,
    target_id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL,
    details jsonb NOT NULL
)
PARTITION BY RANGE (occurred_at);

COMMENT ON TABLE public.audit_event IS 'tenant: who did what, partitioned by day';

CREATE TABLE public.audit_event_default (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL,
    actor_id text NOT NULL COLLATE pg_catalog."C",
    target_kind text NOT NULL,
    target_id text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL,
    details jsonb NOT NULL
);

CREATE TABLE public.branch (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    head_number integer NOT NULL,
    head_revision_id text NOT NULL COLLATE pg_catalog."C",
    moved_number integer DEFAULT 0 NOT NULL,
    main_number integer,
    CONSTRAINT branch_head_number_check CHECK ((head_number > 0)),
    CONSTRAINT branch_reads_main CHECK (((main_number IS NULL) = (id = space_id)))
);

COMMENT ON TABLE public.branch IS 'tenant: a line of revisions; its row is locked while its head moves';

CREATE TABLE public.browser_session (
    hash text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    way text NOT NULL,
    device text NOT NULL,
    address text NOT NULL,
    organization_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    authenticated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    renewal_due boolean DEFAULT false NOT NULL,
    renewed_at timestamp(3) with time zone,
    CONSTRAINT browser_session_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 64))),
    CONSTRAINT browser_session_device_check CHECK (((char_length(device) >= 1) AND (char_length(device) <= 64))),
    CONSTRAINT browser_session_way_check CHECK ((way = ANY (ARRAY['link'::text, 'password'::text, 'passkey'::text, 'oidc'::text, 'saml'::text])))
);

COMMENT ON TABLE public.browser_session IS 'distributed(hash): who is signed in, found by the SHA-256 of the cookie';

CREATE TABLE public.change_note (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    transaction xid8 DEFAULT pg_current_xact_id() NOT NULL,
    noted_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.change_note IS 'local: what has changed in the last minutes, for processes that show it elsewhere';

CREATE TABLE public.change_request (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    status text DEFAULT 'draft'::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    description text,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    initial_revision_id text NOT NULL COLLATE pg_catalog."C",
    ancestor_revision_id text COLLATE pg_catalog."C",
    merged_revision_id text COLLATE pg_catalog."C",
    cluster_id text COLLATE pg_catalog."C",
    comments integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    comments_total integer DEFAULT 0 NOT NULL,
    CONSTRAINT change_request_check CHECK (((status <> 'merged'::text) OR (merged_revision_id IS NOT NULL))),
    CONSTRAINT change_request_comments_check CHECK ((comments >= 0)),
    CONSTRAINT change_request_comments_total_check CHECK ((comments_total >= 0)),
    CONSTRAINT change_request_number_check CHECK ((number > 0)),
    CONSTRAINT change_request_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'archived'::text, 'merged'::text]))),
    CONSTRAINT change_request_subject_check CHECK ((char_length(subject) <= 100))
);

COMMENT ON TABLE public.change_request IS 'tenant: a proposal to change a space, whose content is a branch with its id';

CREATE TABLE public.change_request_check (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    link text,
    summary text,
    revision_id text NOT NULL COLLATE pg_catalog."C",
    reported_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT change_request_check_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
    CONSTRAINT change_request_check_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'passed'::text, 'failed'::text])))
);

COMMENT ON TABLE public.change_request_check IS 'tenant: what a pipeline says of a revision of a change request';

CREATE TABLE public.change_request_contributor (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    action text NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT change_request_contributor_action_check CHECK ((action = ANY (ARRAY['edit'::text, 'comment'::text]))),
    CONSTRAINT change_request_contributor_count_check CHECK ((count > 0))
);

COMMENT ON TABLE public.change_request_contributor IS 'tenant: who edited a change request or commented on it, and how often';

CREATE TABLE public.change_request_resolution (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text NOT NULL COLLATE pg_catalog."C",
    conflict_id text NOT NULL COLLATE pg_catalog."C",
    resolution jsonb NOT NULL,
    resolved_by text NOT NULL COLLATE pg_catalog."C",
    resolved_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.change_request_resolution IS 'tenant: what a person decided about a conflict of a change request with the main content';

CREATE TABLE public.change_request_review (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    revision_id text NOT NULL COLLATE pg_catalog."C",
    reviewer_id text NOT NULL COLLATE pg_catalog."C",
    requested_by text COLLATE pg_catalog."C",
    status text NOT NULL,
    is_outdated boolean DEFAULT false NOT NULL,
    comment_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT change_request_review_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'changes-requested'::text])))
);

COMMENT ON TABLE public.change_request_review IS 'tenant: what somebody thinks of a change request as it was';

CREATE TABLE public.change_request_reviewer (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    team_id text COLLATE pg_catalog."C",
    reviewer_id text GENERATED ALWAYS AS (COALESCE(user_id, team_id)) STORED NOT NULL COLLATE pg_catalog."C",
    revision_id text NOT NULL COLLATE pg_catalog."C",
    requested_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT change_request_reviewer_check CHECK ((num_nonnulls(user_id, team_id) = 1))
);

COMMENT ON TABLE public.change_request_reviewer IS 'tenant: a person or a team that is asked to review a change request';

CREATE TABLE public.comment (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text COLLATE pg_catalog."C",
    branch_id text NOT NULL COLLATE pg_catalog."C",
    page_id text COLLATE pg_catalog."C",
    node text COLLATE pg_catalog."C",
    cell_record text COLLATE pg_catalog."C",
    cell_definition text COLLATE pg_catalog."C",
    revision_id text NOT NULL COLLATE pg_catalog."C",
    review_id text COLLATE pg_catalog."C",
    body text NOT NULL,
    posted_by text NOT NULL COLLATE pg_catalog."C",
    posted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    edited_at timestamp(3) with time zone,
    is_resolved boolean DEFAULT false NOT NULL,
    resolved_by text COLLATE pg_catalog."C",
    resolved_at timestamp(3) with time zone,
    is_orphaned boolean DEFAULT false NOT NULL,
    replies integer DEFAULT 0 NOT NULL,
    reactions integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    touched_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT comment_check CHECK (((is_resolved = (resolved_at IS NOT NULL)) AND (is_resolved = (resolved_by IS NOT NULL)))),
    CONSTRAINT comment_check1 CHECK ((branch_id = COALESCE(change_request_id, space_id))),
    CONSTRAINT comment_check2 CHECK (((cell_record IS NULL) = (cell_definition IS NULL))),
    CONSTRAINT comment_reactions_check CHECK ((reactions >= 0)),
    CONSTRAINT comment_replies_check CHECK ((replies >= 0))
);

COMMENT ON TABLE public.comment IS 'tenant: what somebody said about a space, a page or a block';

CREATE TABLE public.comment_reaction (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    comment_id text NOT NULL COLLATE pg_catalog."C",
    reply_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    emoji text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    reacted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT comment_reaction_emoji_check CHECK (((char_length(emoji) >= 1) AND (char_length(emoji) <= 50)))
);

COMMENT ON TABLE public.comment_reaction IS 'tenant: an emoji that somebody put on a comment or a reply';

CREATE TABLE public.comment_reply (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    comment_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    branch_id text NOT NULL COLLATE pg_catalog."C",
    body text NOT NULL,
    posted_by text NOT NULL COLLATE pg_catalog."C",
    posted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    edited_at timestamp(3) with time zone,
    reactions integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT comment_reply_reactions_check CHECK ((reactions >= 0))
);

COMMENT ON TABLE public.comment_reply IS 'tenant: an answer to a comment';

CREATE TABLE public.commit_witness (
    id integer NOT NULL
);

COMMENT ON TABLE public.commit_witness IS 'coordinator: never has a row; a delete from it makes a cluster commit on all nodes or on none';

CREATE TABLE public.content_node (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    parent_id text COLLATE pg_catalog."C",
    title text NOT NULL,
    description text,
    default_level text DEFAULT 'inherit'::text NOT NULL,
    "position" text NOT NULL COLLATE pg_catalog."C",
    lineage text[] NOT NULL COLLATE pg_catalog."C",
    base_level text DEFAULT 'member'::text NOT NULL,
    state text DEFAULT 'live'::text NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT content_node_base_level_check CHECK ((base_level = ANY (ARRAY['member'::text, 'guest'::text, 'admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT content_node_check CHECK (((kind = 'space'::text) OR (deleted_at IS NULL))),
    CONSTRAINT content_node_check1 CHECK ((lineage[1] = id)),
    CONSTRAINT content_node_default_level_check CHECK ((default_level = ANY (ARRAY['inherit'::text, 'guest'::text, 'admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT content_node_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 100))),
    CONSTRAINT content_node_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'space'::text]))),
    CONSTRAINT content_node_state_check CHECK ((state = ANY (ARRAY['live'::text, 'arriving'::text, 'left'::text]))),
    CONSTRAINT content_node_title_check CHECK ((char_length(title) <= 50))
);

COMMENT ON TABLE public.content_node IS 'tenant: a collection or a space, where it stands and what members may do with it';

CREATE TABLE public.custom_font (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    family text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.custom_font IS 'tenant: a font that sites of the organization can be set in';

CREATE TABLE public.custom_font_file (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    font_id text COLLATE pg_catalog."C",
    weight integer,
    format text NOT NULL,
    size integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT custom_font_file_check CHECK (((font_id IS NULL) = (weight IS NULL))),
    CONSTRAINT custom_font_file_format_check CHECK ((format = ANY (ARRAY['woff2'::text, 'woff'::text]))),
    CONSTRAINT custom_font_file_size_check CHECK ((size > 0)),
    CONSTRAINT custom_font_file_weight_check CHECK (((weight >= 1) AND (weight <= 1000)))
);

COMMENT ON TABLE public.custom_font_file IS 'tenant: the file of a face of a font; a file without a font is swept';

CREATE TABLE public.custom_hostname (
    hostname text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text COLLATE pg_catalog."C",
    challenge text NOT NULL,
    status text NOT NULL,
    live_since timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    failing_since timestamp(3) with time zone,
    CONSTRAINT custom_hostname_hostname_check CHECK ((hostname = lower(hostname))),
    CONSTRAINT custom_hostname_status_check CHECK ((status = ANY (ARRAY['dns_passed'::text, 'dns_wrong_cname'::text, 'dns_no_cname'::text, 'dns_cloudflare_proxied'::text, 'dns_wrong_caa'::text, 'live'::text, 'ssl_unknown'::text, 'ssl_pending'::text, 'ssl_failed'::text, 'ssl_retry_expired'::text, 'invalid_domain'::text, 'internal_error'::text])))
);

COMMENT ON TABLE public.custom_hostname IS 'distributed(hostname): names that lead to a site or an organization, and who claims them';

CREATE TABLE public.diagram (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failure text,
    width integer,
    height integer,
    asked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    finished_at timestamp(3) with time zone,
    CONSTRAINT diagram_check CHECK (((status = 'drawn'::text) = ((width IS NOT NULL) AND (height IS NOT NULL)))),
    CONSTRAINT diagram_check1 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT diagram_check2 CHECK (((status = 'waiting'::text) = (finished_at IS NULL))),
    CONSTRAINT diagram_failure_check CHECK ((failure = ANY (ARRAY['invalid'::text, 'expensive'::text, 'unavailable'::text]))),
    CONSTRAINT diagram_height_check CHECK ((height > 0)),
    CONSTRAINT diagram_source_check CHECK ((length(source) <= 20000)),
    CONSTRAINT diagram_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'drawn'::text, 'failed'::text]))),
    CONSTRAINT diagram_width_check CHECK ((width > 0))
);

COMMENT ON TABLE public.diagram IS 'tenant: a diagram of a space by its source, whether it is drawn and how large it is';

CREATE TABLE public.directory (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT directory_kind_check CHECK ((kind = ANY (ARRAY['organization'::text, 'collection'::text, 'space'::text, 'site'::text, 'saml-provider'::text])))
);

COMMENT ON TABLE public.directory IS 'distributed(id): the home organization of each thing that is addressed without naming one';

CREATE TABLE public.document (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    markdown text NOT NULL,
    projection bytea,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    projection_form smallint DEFAULT 1 NOT NULL,
    anchors integer[]
);
ALTER TABLE ONLY public.document ALTER COLUMN projection SET STORAGE EXTERNAL;

COMMENT ON TABLE public.document IS 'tenant: Markdown under the hash of its bytes, with what is derived from the bytes alone';

COMMENT ON COLUMN public.document.anchors IS 'hashes of the anchors that its blocks have; null until they are known';

CREATE TABLE public.email_change (
    account_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    former_email text NOT NULL COLLATE pg_catalog."C",
    new_email text NOT NULL COLLATE pg_catalog."C",
    former_confirmed_at timestamp(3) with time zone,
    new_confirmed_at timestamp(3) with time zone,
    done_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT email_change_former_email_check CHECK ((former_email = lower(former_email))),
    CONSTRAINT email_change_new_email_check CHECK (((new_email = lower(new_email)) AND ((char_length(new_email) >= 3) AND (char_length(new_email) <= 254))))
);

COMMENT ON TABLE public.email_change IS 'distributed(account_id): changes of the mail address of accounts, until they are confirmed or over';

CREATE TABLE public.email_domain (
    domain text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    proven_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    check_at timestamp(3) with time zone DEFAULT now(),
    checks integer DEFAULT 0 NOT NULL
);

COMMENT ON TABLE public.email_domain IS 'distributed(domain): organizations that people of a mail domain may join';

CREATE TABLE public.entry (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    from_number integer NOT NULL,
    gone_number integer
);

COMMENT ON TABLE public.entry IS 'tenant: everything the main branch of a space ever held';

CREATE TABLE public.entry_version (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    branch_id text NOT NULL COLLATE pg_catalog."C",
    entry_id text NOT NULL COLLATE pg_catalog."C",
    from_number integer NOT NULL,
    to_number integer,
    kind text NOT NULL,
    parent_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    "position" text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    slug text COLLATE pg_catalog."C",
    title text DEFAULT ''::text NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    head text,
    document_id text COLLATE pg_catalog."C",
    links jsonb,
    targets text[] COLLATE pg_catalog."C",
    is_gone boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    linked_number integer,
    uses jsonb,
    CONSTRAINT entry_version_check CHECK ((to_number > from_number)),
    CONSTRAINT entry_version_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'group'::text, 'link'::text, 'computed'::text, 'file'::text, 'reusable-content'::text, 'variables'::text])))
);
ALTER TABLE ONLY public.entry_version ALTER COLUMN branch_id SET (n_distinct=-0.001);

COMMENT ON TABLE public.entry_version IS 'tenant: a page, file, reusable content or the variables, from one revision to another';

COMMENT ON COLUMN public.entry_version.uses IS 'the files and reusable contents that it shows, each with the conditions it stands under; null in rows of an older release';

CREATE TABLE public.event (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    type text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    payload jsonb NOT NULL
)
PARTITION BY RANGE (occurred_at);

COMMENT ON TABLE public.event IS 'tenant: the log of events, partitioned by day';

CREATE TABLE public.event_default (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    type text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    payload jsonb NOT NULL
);

CREATE TABLE public.event_pending (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    occurred_at timestamp with time zone NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.event_pending IS 'local: events that no relay has handed on yet';

CREATE TABLE public.first_run (
    id text NOT NULL COLLATE pg_catalog."C",
    nonce text NOT NULL COLLATE pg_catalog."C",
    issued_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    CONSTRAINT first_run_id_check CHECK ((id = 'first'::text)),
    CONSTRAINT first_run_nonce_check CHECK (((char_length(nonce) >= 1) AND (char_length(nonce) <= 64)))
);

COMMENT ON TABLE public.first_run IS 'reference: whether the first account can be made with a link, one row';

CREATE TABLE public.former_session (
    hash text NOT NULL COLLATE pg_catalog."C",
    session_hash text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.former_session IS 'distributed(hash): secrets that sessions had until just now, for requests that are under way';

CREATE TABLE public.idempotency_record (
    principal_id text NOT NULL COLLATE pg_catalog."C",
    key_hash text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    fingerprint text NOT NULL,
    status smallint NOT NULL,
    answer bytea NOT NULL
)
PARTITION BY RANGE (created_at);

COMMENT ON TABLE public.idempotency_record IS 'distributed(principal_id): answers kept for callers that repeat a request, partitioned by day';

CREATE TABLE public.idempotency_record_default (
    principal_id text NOT NULL COLLATE pg_catalog."C",
    key_hash text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    fingerprint text NOT NULL,
    status smallint NOT NULL,
    answer bytea NOT NULL
);

CREATE TABLE public.import_run (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    mode text NOT NULL,
    upload_keys text[] NOT NULL,
    upload_names text[] NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    result jsonb,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    failure text,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    change_request_id text COLLATE pg_catalog."C",
    source_url text,
    page_id text COLLATE pg_catalog."C",
    CONSTRAINT import_run_done_check CHECK ((done >= 0)),
    CONSTRAINT import_run_mode_check CHECK ((mode = ANY (ARRAY['add'::text, 'mirror'::text]))),
    CONSTRAINT import_run_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in-progress'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT import_run_total_check CHECK ((total >= 0))
);

COMMENT ON TABLE public.import_run IS 'tenant: an import into a space, how far it is and what came of it';

CREATE TABLE public.known_device (
    hash text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    last_used_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.known_device IS 'distributed(hash): browsers that an account was signed in with, found by the SHA-256 of their cookie';

CREATE TABLE public.link_invite (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    content_id text COLLATE pg_catalog."C",
    CONSTRAINT link_invite_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.link_invite IS 'tenant: a link that lets whoever holds it join';

CREATE TABLE public.mail_count (
    subject text NOT NULL COLLATE pg_catalog."C",
    day timestamp(3) with time zone NOT NULL,
    mails integer NOT NULL,
    CONSTRAINT mail_count_mails_check CHECK ((mails > 0))
);

COMMENT ON TABLE public.mail_count IS 'distributed(subject): mails that somebody caused or got on a day, and accounts that providers made, kept until the day after';

CREATE TABLE public.mail_invite (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    role text,
    sso boolean DEFAULT false NOT NULL,
    invited_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone,
    CONSTRAINT mail_invite_email_check CHECK ((email = lower(email))),
    CONSTRAINT mail_invite_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.mail_invite IS 'tenant: an invitation mailed to one address';

CREATE TABLE public.member (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text,
    disabled boolean DEFAULT false NOT NULL,
    sso boolean DEFAULT false NOT NULL,
    joined_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp(3) with time zone,
    search_text text NOT NULL,
    teams integer DEFAULT 0 NOT NULL,
    spaces integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    needs_sso boolean DEFAULT false NOT NULL,
    CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT member_spaces_check CHECK ((spaces >= 0)),
    CONSTRAINT member_teams_check CHECK ((teams >= 0))
);

COMMENT ON TABLE public.member IS 'tenant: a person in an organization; a null role is a guest';

CREATE TABLE public.notification (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL COLLATE pg_catalog."C",
    mail_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    actor_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    change_request_id text COLLATE pg_catalog."C",
    comment_id text COLLATE pg_catalog."C",
    reply_id text COLLATE pg_catalog."C",
    review_id text COLLATE pg_catalog."C",
    occurred_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_kind_check CHECK ((kind = ANY (ARRAY['reviewRequests'::text, 'reviews'::text, 'mentions'::text, 'replies'::text, 'comments'::text, 'merges'::text])))
);

COMMENT ON TABLE public.notification IS 'tenant: something that somebody is told by mail';

CREATE TABLE public.notification_mail (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    closed_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    held_until timestamp(3) with time zone,
    CONSTRAINT notification_mail_check CHECK (((sent_at IS NULL) OR (closed_at IS NOT NULL)))
);

COMMENT ON TABLE public.notification_mail IS 'tenant: a mail that tells somebody what happened, from the first thing it tells until long after it was sent';

CREATE TABLE public.notification_preference (
    account_id text NOT NULL COLLATE pg_catalog."C",
    muted text[] DEFAULT '{}'::text[] NOT NULL,
    digest text DEFAULT 'collected'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT notification_preference_digest_check CHECK ((digest = ANY (ARRAY['instant'::text, 'collected'::text]))),
    CONSTRAINT notification_preference_muted_check CHECK ((muted <@ ARRAY['reviewRequests'::text, 'reviews'::text, 'mentions'::text, 'replies'::text, 'comments'::text, 'merges'::text]))
);

COMMENT ON TABLE public.notification_preference IS 'reference: what an account wants to be told by mail; without a row, everything';

CREATE TABLE public.openapi_content (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    size integer NOT NULL,
    format text NOT NULL,
    files integer NOT NULL,
    text_start integer NOT NULL,
    text_end integer NOT NULL,
    bundle_size integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT openapi_content_bundle_size_check CHECK ((bundle_size > 0)),
    CONSTRAINT openapi_content_check CHECK ((text_end > text_start)),
    CONSTRAINT openapi_content_files_check CHECK ((files > 0)),
    CONSTRAINT openapi_content_format_check CHECK ((format = ANY (ARRAY['json'::text, 'yaml'::text]))),
    CONSTRAINT openapi_content_size_check CHECK ((size > 0)),
    CONSTRAINT openapi_content_text_start_check CHECK ((text_start > 0))
);

COMMENT ON TABLE public.openapi_content IS 'tenant: the stored files of a specification by their digest; content that nothing names is swept';

CREATE TABLE public.openapi_overlay (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    spec_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    problems jsonb DEFAULT '[]'::jsonb NOT NULL,
    problem_count integer DEFAULT 0 NOT NULL,
    applied_version integer
);

COMMENT ON TABLE public.openapi_overlay IS 'tenant: a document that changes what is shown of every version of a specification';

CREATE TABLE public.openapi_part (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    spec_id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    part jsonb NOT NULL,
    words text NOT NULL,
    CONSTRAINT openapi_part_kind_check CHECK ((kind = ANY (ARRAY['operation'::text, 'webhook'::text, 'schema'::text])))
);

COMMENT ON TABLE public.openapi_part IS 'tenant: an operation, webhook or schema of the newest version of a specification, as it is shown';

CREATE TABLE public.openapi_spec (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    slug_key text NOT NULL COLLATE pg_catalog."C",
    visibility text DEFAULT 'private'::text NOT NULL,
    source_number integer DEFAULT 1 NOT NULL,
    source_url text,
    source_hash text COLLATE pg_catalog."C",
    state text DEFAULT 'pending'::text NOT NULL,
    processed_at timestamp(3) with time zone,
    error_code text,
    errors jsonb,
    error_count integer,
    etag text,
    last_modified text,
    failures integer DEFAULT 0 NOT NULL,
    refresh_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    plan jsonb,
    shown_version text COLLATE pg_catalog."C",
    shown_number integer DEFAULT 0 NOT NULL,
    overlays_number integer DEFAULT 0 NOT NULL,
    shown_hash text COLLATE pg_catalog."C",
    shown_size integer,
    followed_version text COLLATE pg_catalog."C",
    CONSTRAINT openapi_spec_check CHECK (((source_url IS NULL) <> (source_hash IS NULL))),
    CONSTRAINT openapi_spec_check1 CHECK (((error_code IS NULL) = (errors IS NULL))),
    CONSTRAINT openapi_spec_check2 CHECK (((source_url IS NULL) = (refresh_at IS NULL))),
    CONSTRAINT openapi_spec_error_code_check CHECK ((error_code = ANY (ARRAY['FETCH_TIMEOUT'::text, 'FETCH_ERROR'::text, 'PARSE_ERROR'::text]))),
    CONSTRAINT openapi_spec_shown_size_check CHECK ((shown_size > 0)),
    CONSTRAINT openapi_spec_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'progress'::text, 'complete'::text]))),
    CONSTRAINT openapi_spec_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'public'::text])))
);

COMMENT ON TABLE public.openapi_spec IS 'tenant: an OpenAPI specification, its newest source and what came of it';

CREATE TABLE public.openapi_spec_version (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    spec_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    source_url text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.openapi_spec_version IS 'tenant: a content that a specification had; the greatest id is the newest';

CREATE TABLE public.organization (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    hostname text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT 'business'::text NOT NULL,
    use_case text,
    community_type text,
    default_role text DEFAULT 'read'::text,
    default_site_id text COLLATE pg_catalog."C",
    email_domains text[] DEFAULT '{}'::text[] NOT NULL,
    logo text,
    sso boolean DEFAULT false NOT NULL,
    ai boolean DEFAULT false NOT NULL,
    invite_links boolean DEFAULT true NOT NULL,
    merge_rules jsonb DEFAULT '{"type": "none"}'::jsonb NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    proven_email_domains text[],
    custom_hostname text COLLATE pg_catalog."C",
    sso_provided boolean DEFAULT false NOT NULL,
    CONSTRAINT organization_default_role_check CHECK ((default_role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT organization_title_check CHECK (((char_length(title) >= 2) AND (char_length(title) <= 255))),
    CONSTRAINT organization_type_check CHECK ((type = ANY (ARRAY['business'::text, 'community'::text])))
);

COMMENT ON TABLE public.organization IS 'tenant: the organization itself';

CREATE TABLE public.organization_counter (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    value bigint DEFAULT 0 NOT NULL,
    CONSTRAINT organization_counter_value_check CHECK ((value >= 0))
);

COMMENT ON TABLE public.organization_counter IS 'tenant: sizes of lists that may grow large, so that count costs one row';

CREATE TABLE public.organization_secret (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.organization_secret IS 'tenant: keys of an organization, sealed under the keys of the installation';

CREATE TABLE public.passkey (
    credential_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    public_key text NOT NULL,
    uses bigint NOT NULL,
    device text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT passkey_credential_id_check CHECK (((char_length(credential_id) >= 16) AND (char_length(credential_id) <= 1400))),
    CONSTRAINT passkey_device_check CHECK (((char_length(device) >= 1) AND (char_length(device) <= 64))),
    CONSTRAINT passkey_public_key_check CHECK (((char_length(public_key) >= 16) AND (char_length(public_key) <= 4000))),
    CONSTRAINT passkey_uses_check CHECK ((uses >= 0))
);

COMMENT ON TABLE public.passkey IS 'distributed(credential_id): public keys that accounts sign in with, found by what a browser names them';

CREATE TABLE public.passkey_challenge (
    hash text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.passkey_challenge IS 'distributed(hash): challenges that a passkey has to answer, known only by their SHA-256';

CREATE TABLE public.pdf (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    revision_id text NOT NULL COLLATE pg_catalog."C",
    page_id text NOT NULL COLLATE pg_catalog."C",
    is_only boolean NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failure text,
    size_bytes bigint,
    pages integer,
    print_hash text COLLATE pg_catalog."C",
    print_until timestamp(3) with time zone,
    asked_by text NOT NULL COLLATE pg_catalog."C",
    asked_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    CONSTRAINT pdf_check CHECK (((status = 'ready'::text) = ((size_bytes IS NOT NULL) AND (pages IS NOT NULL)))),
    CONSTRAINT pdf_check1 CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
    CONSTRAINT pdf_check2 CHECK (((is_only = false) OR (page_id <> ''::text))),
    CONSTRAINT pdf_done_check CHECK ((done >= 0)),
    CONSTRAINT pdf_pages_check CHECK ((pages > 0)),
    CONSTRAINT pdf_size_bytes_check CHECK ((size_bytes > 0)),
    CONSTRAINT pdf_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'printing'::text, 'ready'::text, 'failed'::text])))
);

COMMENT ON TABLE public.pdf IS 'tenant: a PDF of a revision or of a part of it, how far it is and how large';

CREATE TABLE public.pending_file (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    upload_key text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    size bigint,
    CONSTRAINT pending_file_size_check CHECK ((size >= 0))
);

COMMENT ON TABLE public.pending_file IS 'tenant: bytes of a space that no committed version names yet';

CREATE TABLE public.pending_sign_in (
    hash text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    way text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pending_sign_in_way_check CHECK ((way = ANY (ARRAY['link'::text, 'password'::text, 'oidc'::text])))
);

COMMENT ON TABLE public.pending_sign_in IS 'distributed(hash): sign-ins that wait for a code';

CREATE TABLE public.provider_sign_in (
    hash text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    return_path text,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT provider_sign_in_return_path_check CHECK ((char_length(return_path) <= 2048))
);

COMMENT ON TABLE public.provider_sign_in IS 'distributed(hash): sign-ins that providers of the installation were asked for';

CREATE TABLE public.recovery_code (
    account_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.recovery_code IS 'distributed(account_id): what takes the place of a second factor once, known only by its SHA-256';

CREATE TABLE public.revision (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    branch_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    type text NOT NULL,
    parents text[] NOT NULL COLLATE pg_catalog."C",
    main_number integer,
    changed text[] NOT NULL COLLATE pg_catalog."C",
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    followed jsonb,
    CONSTRAINT revision_number_check CHECK ((number > 0)),
    CONSTRAINT revision_type_check CHECK ((type = ANY (ARRAY['edits'::text, 'merge'::text, 'rollback'::text, 'update'::text])))
);
ALTER TABLE ONLY public.revision ALTER COLUMN branch_id SET (n_distinct=-0.01);

COMMENT ON TABLE public.revision IS 'tenant: one state of a branch; its id never means anything else later';

CREATE TABLE public.saml_answer (
    hash text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.saml_answer IS 'distributed(hash): assertions that were used, by the SHA-256 of provider and id';

CREATE TABLE public.saml_link (
    hash text NOT NULL COLLATE pg_catalog."C",
    request_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.saml_link IS 'distributed(hash): links that were mailed to whom an identity provider named, known only by their SHA-256';

CREATE TABLE public.saml_provider (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    entity_id text COLLATE pg_catalog."C",
    certificate text,
    sso_url text,
    default_team_id text COLLATE pg_catalog."C",
    default_role text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    groups_attribute text,
    CONSTRAINT saml_provider_certificate_check CHECK (((char_length(certificate) >= 1) AND (char_length(certificate) <= 10000))),
    CONSTRAINT saml_provider_default_role_check CHECK ((default_role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT saml_provider_entity_id_check CHECK (((char_length(entity_id) >= 1) AND (char_length(entity_id) <= 1024))),
    CONSTRAINT saml_provider_groups_attribute_check CHECK (((char_length(groups_attribute) >= 1) AND (char_length(groups_attribute) <= 256))),
    CONSTRAINT saml_provider_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 30))),
    CONSTRAINT saml_provider_sso_url_check CHECK (((char_length(sso_url) >= 1) AND (char_length(sso_url) <= 2048)))
);

COMMENT ON TABLE public.saml_provider IS 'tenant: an identity provider that members of the organization sign in with';

CREATE TABLE public.saml_provider_team (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    group_name text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT saml_provider_team_group_name_check CHECK (((char_length(group_name) >= 1) AND (char_length(group_name) <= 256)))
);

COMMENT ON TABLE public.saml_provider_team IS 'tenant: a team that follows a group of an identity provider';

CREATE TABLE public.saml_request (
    id text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    return_path text,
    answer_hash text COLLATE pg_catalog."C",
    subject text,
    email text,
    display_name text,
    expires_at timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone,
    groups text[],
    CONSTRAINT saml_request_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 64))),
    CONSTRAINT saml_request_email_check CHECK ((char_length(email) <= 254)),
    CONSTRAINT saml_request_return_path_check CHECK ((char_length(return_path) <= 2048)),
    CONSTRAINT saml_request_subject_check CHECK ((char_length(subject) <= 256))
);

COMMENT ON TABLE public.saml_request IS 'distributed(id): sign-ins that identity providers were asked for';

CREATE TABLE public.schema_migration (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.schema_migration IS 'local: which migrations were applied';

CREATE TABLE public.scim_group (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    display_name text NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT scim_group_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 256))),
    CONSTRAINT scim_group_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 256)))
);

COMMENT ON TABLE public.scim_group IS 'tenant: what a directory says of a team';

CREATE TABLE public.scim_group_wish (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    scim_user_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.scim_group_wish IS 'tenant: a team that somebody comes into once they accept their invitation';

CREATE TABLE public.scim_token (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    label text NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT scim_token_label_check CHECK (((char_length(label) >= 1) AND (char_length(label) <= 50)))
);

COMMENT ON TABLE public.scim_token IS 'tenant: a token of a directory, found by the SHA-256 of what it sends';

CREATE TABLE public.scim_user (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    user_name text NOT NULL,
    user_name_key text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    emails text[] NOT NULL,
    is_active boolean NOT NULL,
    attributes jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT scim_user_email_check CHECK ((email = lower(email))),
    CONSTRAINT scim_user_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 256))),
    CONSTRAINT scim_user_user_name_check CHECK (((char_length(user_name) >= 1) AND (char_length(user_name) <= 256)))
);

COMMENT ON TABLE public.scim_user IS 'tenant: what a directory says of a member, or of somebody it invites';

CREATE TABLE public.search_section (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    page_id text NOT NULL COLLATE pg_catalog."C",
    number integer NOT NULL,
    anchor text,
    heading text NOT NULL,
    body text NOT NULL,
    words tsvector NOT NULL,
    sight text COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.search_section IS 'tenant: a part of a page that a search can find; made from the content, and never a source of it';

CREATE TABLE public.search_sight (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    sight text NOT NULL COLLATE pg_catalog."C",
    conditions jsonb NOT NULL,
    sections integer NOT NULL
);

COMMENT ON TABLE public.search_sight IS 'tenant: the different conditions under which visitors see sections of a space';

CREATE TABLE public.search_sight_word (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    sight text NOT NULL COLLATE pg_catalog."C",
    sections integer NOT NULL
)
WITH (fillfactor='70');

COMMENT ON TABLE public.search_sight_word IS 'tenant: in how many sections that conditions hide from some visitors a word stands';

CREATE TABLE public.search_state (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    indexed_number integer NOT NULL,
    recipe integer NOT NULL,
    dictionary text NOT NULL,
    sections integer DEFAULT 0 NOT NULL,
    CONSTRAINT search_state_indexed_number_check CHECK ((indexed_number >= 0)),
    CONSTRAINT search_state_sections_check CHECK ((sections >= 0))
);

COMMENT ON TABLE public.search_state IS 'tenant: how far the index of a space is';

CREATE TABLE public.search_vocabulary (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    stem text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.search_vocabulary IS 'tenant: the words of an organization, each once, for finding those that are nearly what was asked for';

CREATE TABLE public.search_word (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    sections integer NOT NULL,
    open_sections integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='70');

COMMENT ON TABLE public.search_word IS 'tenant: in how many sections of a space a word stands';

CREATE TABLE public.second_factor (
    account_id text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL,
    used_step bigint NOT NULL,
    set_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT second_factor_sealed_check CHECK (((char_length(sealed) >= 32) AND (char_length(sealed) <= 1024))),
    CONSTRAINT second_factor_used_step_check CHECK ((used_step >= 0))
);

COMMENT ON TABLE public.second_factor IS 'distributed(account_id): what accounts prove besides their password';

CREATE TABLE public.sign_in_attempt (
    subject text NOT NULL COLLATE pg_catalog."C",
    starts_at timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    CONSTRAINT sign_in_attempt_attempts_check CHECK ((attempts > 0))
);

COMMENT ON TABLE public.sign_in_attempt IS 'distributed(subject): attempts to sign in within a quarter of an hour, by digests of who tries and as whom';

CREATE TABLE public.sign_in_link (
    secret_hash text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL,
    flow_hash text COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.sign_in_link IS 'distributed(secret_hash): one-time links that sign in, known only by the hash of their secret';

CREATE TABLE public.sign_in_mail (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    return_path text,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT sign_in_mail_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
    CONSTRAINT sign_in_mail_return_path_check CHECK ((char_length(return_path) <= 2048))
);

COMMENT ON TABLE public.sign_in_mail IS 'distributed(id): links to sign in that somebody asked for, until they are mailed and over';

CREATE TABLE public.site (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT 'basic'::text NOT NULL,
    title text NOT NULL,
    basename text NOT NULL COLLATE pg_catalog."C",
    visibility text DEFAULT 'public'::text NOT NULL,
    published boolean DEFAULT false NOT NULL,
    published_at timestamp(3) with time zone,
    agents_context text DEFAULT 'included'::text NOT NULL,
    adaptive_content_enabled boolean,
    proxy_origin text,
    default_section_id text COLLATE pg_catalog."C",
    default_site_space_id text COLLATE pg_catalog."C",
    hostname text COLLATE pg_catalog."C",
    hostname_live boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    redirects integer DEFAULT 0 NOT NULL,
    share_links integer DEFAULT 0 NOT NULL,
    CONSTRAINT site_agents_context_check CHECK ((agents_context = ANY (ARRAY['included'::text, 'excluded'::text]))),
    CONSTRAINT site_basename_check CHECK (((char_length(basename) >= 1) AND (char_length(basename) <= 100))),
    CONSTRAINT site_check CHECK (((hostname IS NOT NULL) OR (NOT hostname_live))),
    CONSTRAINT site_proxy_origin_check CHECK ((char_length(proxy_origin) <= 512)),
    CONSTRAINT site_redirects_check CHECK ((redirects >= 0)),
    CONSTRAINT site_share_links_check CHECK ((share_links >= 0)),
    CONSTRAINT site_title_check CHECK (((char_length(title) >= 2) AND (char_length(title) <= 128))),
    CONSTRAINT site_type_check CHECK ((type = ANY (ARRAY['basic'::text, 'premium'::text, 'ultimate'::text, 'sponsored'::text, 'legacy-basic'::text, 'legacy-premium'::text]))),
    CONSTRAINT site_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'share-link'::text, 'visitor-auth'::text])))
);

COMMENT ON TABLE public.site IS 'tenant: what readers see of some spaces, where, and who may';

CREATE TABLE public.site_adaptive_schema (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    json_schema json NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_adaptive_schema_json_schema_check CHECK ((json_typeof(json_schema) = 'object'::text))
);

COMMENT ON TABLE public.site_adaptive_schema IS 'tenant: the claims that visitors of a site can bring';

CREATE TABLE public.site_alias (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    basename text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.site_alias IS 'tenant: what sites were called before in their URLs, so that the old ones still lead there';

CREATE TABLE public.site_customization (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    site_space_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    overridden_id text GENERATED ALWAYS AS (NULLIF(site_space_id, ''::text)) STORED COLLATE pg_catalog."C",
    settings jsonb NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_customization_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
);

COMMENT ON TABLE public.site_customization IS 'tenant: how a site looks and what it offers, and what its site-spaces override';

CREATE TABLE public.site_external_link (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    group_id text COLLATE pg_catalog."C",
    title text NOT NULL,
    url text NOT NULL,
    description text,
    icon text,
    draft boolean DEFAULT false NOT NULL,
    condition text,
    "position" text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.site_external_link IS 'tenant: a link to another place among the sections of a site';

CREATE TABLE public.site_former_path (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    section_id text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    target_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_former_path_kind_check CHECK ((kind = ANY (ARRAY['section'::text, 'site-space'::text]))),
    CONSTRAINT site_former_path_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 100)))
);

COMMENT ON TABLE public.site_former_path IS 'tenant: paths that sections and site-spaces had before, one for each rename';

CREATE TABLE public.site_insight (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    facet text NOT NULL COLLATE pg_catalog."C",
    grain text NOT NULL COLLATE pg_catalog."C",
    starts_at timestamp(3) with time zone NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    dimensions jsonb NOT NULL,
    events bigint NOT NULL,
    visitors text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT site_insight_events_check CHECK ((events > 0)),
    CONSTRAINT site_insight_facet_check CHECK ((facet = ANY (ARRAY['site'::text, 'page'::text, 'agent'::text, 'language'::text, 'referrer'::text, 'segment'::text]))),
    CONSTRAINT site_insight_grain_check CHECK ((grain = ANY (ARRAY['hour'::text, 'day'::text])))
);

COMMENT ON TABLE public.site_insight IS 'tenant: how often something happened on a site in an hour or a day';

CREATE TABLE public.site_insight_state (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    written_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.site_insight_state IS 'tenant: a site whose readers are counted; who adds counts locks its row';

CREATE TABLE public.site_publishing_auth (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    backend text DEFAULT 'custom'::text NOT NULL,
    private_key_sealed text NOT NULL,
    fallback_url text,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sign_in text DEFAULT 'token'::text NOT NULL,
    CONSTRAINT site_publishing_auth_backend_check CHECK ((backend = ANY (ARRAY['custom'::text, 'integration'::text]))),
    CONSTRAINT site_publishing_auth_fallback_url_check CHECK ((char_length(fallback_url) <= 2048)),
    CONSTRAINT site_publishing_auth_sign_in_check CHECK ((sign_in = ANY (ARRAY['token'::text, 'members'::text])))
);

COMMENT ON TABLE public.site_publishing_auth IS 'tenant: the key that signs tokens for the visitors of a site';

CREATE TABLE public.site_redirect (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    source_key text NOT NULL COLLATE pg_catalog."C",
    destination jsonb NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_redirect_destination_check CHECK (((destination ->> 'kind'::text) = ANY (ARRAY['site-section'::text, 'site-space'::text, 'site-page'::text]))),
    CONSTRAINT site_redirect_source_check CHECK ((char_length(source) <= 512)),
    CONSTRAINT site_redirect_source_key_check CHECK ((source_key ~~ '/%'::text))
);

COMMENT ON TABLE public.site_redirect IS 'tenant: where readers of a path are sent at which nothing is';

CREATE TABLE public.site_section (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    group_id text COLLATE pg_catalog."C",
    title text NOT NULL,
    path text NOT NULL COLLATE pg_catalog."C",
    description text,
    icon text,
    condition text,
    default_site_space_id text COLLATE pg_catalog."C",
    "position" text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_section_condition_check CHECK ((char_length(condition) <= 1024)),
    CONSTRAINT site_section_description_check CHECK ((char_length(description) <= 256)),
    CONSTRAINT site_section_icon_check CHECK ((char_length(icon) <= 50)),
    CONSTRAINT site_section_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 100))),
    CONSTRAINT site_section_title_check CHECK (((char_length(title) >= 2) AND (char_length(title) <= 128)))
);

COMMENT ON TABLE public.site_section IS 'tenant: a part of a site, with one space or several variants of it';

CREATE TABLE public.site_section_group (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    parent_id text COLLATE pg_catalog."C",
    title text NOT NULL,
    icon text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_section_group_icon_check CHECK ((char_length(icon) <= 50)),
    CONSTRAINT site_section_group_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 100)))
);

COMMENT ON TABLE public.site_section_group IS 'tenant: sections and groups of a site that stand under one title';

CREATE TABLE public.site_share_link (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    key_sealed text NOT NULL,
    key_hash text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_share_link_name_check CHECK ((char_length(name) <= 50))
);

COMMENT ON TABLE public.site_share_link IS 'tenant: secrets in links that open a site';

CREATE TABLE public.site_space (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    section_id text COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    condition text,
    "position" text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    openness integer,
    CONSTRAINT site_space_condition_check CHECK ((char_length(condition) <= 1024)),
    CONSTRAINT site_space_openness_check CHECK (((openness >= 1) AND (openness <= 4))),
    CONSTRAINT site_space_path_check CHECK (((char_length(path) >= 1) AND (char_length(path) <= 100)))
);

COMMENT ON TABLE public.site_space IS 'tenant: a space in a site, hidden while the space is in the trash';

CREATE TABLE public.site_team_grant (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_team_grant_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.site_team_grant IS 'tenant: the role a team was given on a site';

CREATE TABLE public.site_token (
    hash text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    grounds jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.site_token IS 'distributed(hash): tokens that readers of a site read its content with, known by their hash';

CREATE TABLE public.site_user_grant (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT site_user_grant_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.site_user_grant IS 'tenant: the role a person was given on a site';

CREATE TABLE public.site_visit (
    hash text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    session_hash text NOT NULL COLLATE pg_catalog."C",
    started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE public.site_visit IS 'distributed(hash): members who read a site, found by the SHA-256 of their cookie';

CREATE TABLE public.site_visit_code (
    hash text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    site_id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL COLLATE pg_catalog."C",
    session_hash text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT site_visit_code_host_check CHECK ((char_length(host) <= 260))
);

COMMENT ON TABLE public.site_visit_code IS 'distributed(hash): codes that begin to read a site as a member, known only by their SHA-256';

CREATE TABLE public.space (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    emoji text,
    icon text,
    edit_mode text DEFAULT 'live'::text NOT NULL,
    language text,
    merge_rules jsonb DEFAULT '{"type": "inherit"}'::jsonb NOT NULL,
    file_epoch integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT space_edit_mode_check CHECK ((edit_mode = ANY (ARRAY['live'::text, 'locked'::text]))),
    CONSTRAINT space_emoji_check CHECK ((char_length(emoji) <= 50)),
    CONSTRAINT space_icon_check CHECK ((char_length(icon) <= 2048))
);

COMMENT ON TABLE public.space IS 'tenant: what only a space has: its settings';

CREATE TABLE public.space_counter (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    space_id text NOT NULL COLLATE pg_catalog."C",
    files integer DEFAULT 0 NOT NULL,
    comments integer DEFAULT 0 NOT NULL,
    change_requests integer DEFAULT 0 NOT NULL,
    change_requests_open integer DEFAULT 0 NOT NULL,
    change_requests_draft integer DEFAULT 0 NOT NULL,
    comments_total integer DEFAULT 0 NOT NULL,
    file_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT space_counter_change_requests_check CHECK ((change_requests >= 0)),
    CONSTRAINT space_counter_change_requests_draft_check CHECK ((change_requests_draft >= 0)),
    CONSTRAINT space_counter_change_requests_open_check CHECK ((change_requests_open >= 0)),
    CONSTRAINT space_counter_comments_check CHECK ((comments >= 0)),
    CONSTRAINT space_counter_comments_total_check CHECK ((comments_total >= 0)),
    CONSTRAINT space_counter_file_bytes_check CHECK ((file_bytes >= 0)),
    CONSTRAINT space_counter_files_check CHECK ((files >= 0))
);

COMMENT ON TABLE public.space_counter IS 'tenant: sizes of the lists of a space, apart from the row whose lock moves its head';

CREATE TABLE public.subdomain (
    subdomain text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    kept_until timestamp(3) with time zone
);

COMMENT ON TABLE public.subdomain IS 'distributed(subdomain): names that are unique in the world';

CREATE TABLE public.team (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    title text NOT NULL,
    members integer DEFAULT 0 NOT NULL,
    spaces integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT team_members_check CHECK ((members >= 0)),
    CONSTRAINT team_spaces_check CHECK ((spaces >= 0)),
    CONSTRAINT team_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 64)))
);

COMMENT ON TABLE public.team IS 'tenant: a named group of members';

CREATE TABLE public.team_grant (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    content_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT team_grant_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.team_grant IS 'tenant: the role a team was given on a collection or space';

CREATE TABLE public.team_member (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT team_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

COMMENT ON TABLE public.team_member IS 'tenant: a member in a team';

CREATE TABLE public.upload (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size integer NOT NULL,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    counted bigint,
    CONSTRAINT upload_counted_check CHECK ((counted >= 0)),
    CONSTRAINT upload_kind_check CHECK ((kind = ANY (ARRAY['customization_font'::text, 'import_file'::text, 'content_file'::text]))),
    CONSTRAINT upload_size_check CHECK ((size >= 0))
);

COMMENT ON TABLE public.upload IS 'tenant: where a member may put one file; used by at most one change';

CREATE TABLE public.user_grant (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    content_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_grant_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.user_grant IS 'tenant: the role a person was given on a collection or space';

CREATE TABLE public.waiting_identity (
    hash text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    flow_hash text NOT NULL COLLATE pg_catalog."C",
    return_path text,
    provider text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    known_as text NOT NULL,
    display_name text NOT NULL,
    proven_email text,
    has_two_factors boolean NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    authenticated_at timestamp(3) with time zone,
    CONSTRAINT waiting_identity_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 64))),
    CONSTRAINT waiting_identity_known_as_check CHECK (((char_length(known_as) >= 1) AND (char_length(known_as) <= 254))),
    CONSTRAINT waiting_identity_proven_email_check CHECK ((char_length(proven_email) <= 254)),
    CONSTRAINT waiting_identity_provider_check CHECK ((char_length(provider) <= 512)),
    CONSTRAINT waiting_identity_return_path_check CHECK ((char_length(return_path) <= 2048)),
    CONSTRAINT waiting_identity_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 256)))
);

COMMENT ON TABLE public.waiting_identity IS 'distributed(hash): identities that providers have vouched for, until somebody says which account they belong to';

CREATE TABLE public.welcome_link (
    secret_hash text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    organization_id text COLLATE pg_catalog."C",
    invite_id text COLLATE pg_catalog."C",
    account_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT welcome_link_check CHECK (((invite_id IS NULL) <> (account_id IS NULL))),
    CONSTRAINT welcome_link_check1 CHECK (((invite_id IS NULL) = (organization_id IS NULL))),
    CONSTRAINT welcome_link_email_check CHECK ((email = lower(email)))
);

COMMENT ON TABLE public.welcome_link IS 'distributed(secret_hash): one-time links that open an account, known only by the hash of their secret';

ALTER TABLE ONLY public.audit_event ATTACH PARTITION public.audit_event_default DEFAULT;

ALTER TABLE ONLY public.event ATTACH PARTITION public.event_default DEFAULT;

ALTER TABLE ONLY public.idempotency_record ATTACH PARTITION public.idempotency_record_default DEFAULT;

ALTER TABLE ONLY public.account_email
    ADD CONSTRAINT account_email_pkey PRIMARY KEY (email);

ALTER TABLE ONLY public.account_identity
    ADD CONSTRAINT account_identity_pkey PRIMARY KEY (provider, subject);

ALTER TABLE ONLY public.account_membership
    ADD CONSTRAINT account_membership_pkey PRIMARY KEY (account_id, organization_id);

ALTER TABLE ONLY public.account_password
    ADD CONSTRAINT account_password_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_instructions
    ADD CONSTRAINT agent_instructions_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.alias
    ADD CONSTRAINT alias_pkey PRIMARY KEY (organization_id, space_id, parent_id, slug);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.audit_event_default
    ADD CONSTRAINT audit_event_default_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.branch
    ADD CONSTRAINT branch_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.change_note
    ADD CONSTRAINT change_note_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.change_request_check
    ADD CONSTRAINT change_request_check_pkey PRIMARY KEY (organization_id, space_id, change_request_id, name);

ALTER TABLE ONLY public.change_request_contributor
    ADD CONSTRAINT change_request_contributor_pkey PRIMARY KEY (organization_id, space_id, change_request_id, user_id, action);

ALTER TABLE ONLY public.change_request
    ADD CONSTRAINT change_request_organization_id_space_id_number_key UNIQUE (organization_id, space_id, number);

ALTER TABLE ONLY public.change_request
    ADD CONSTRAINT change_request_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.change_request_resolution
    ADD CONSTRAINT change_request_resolution_pkey PRIMARY KEY (organization_id, space_id, change_request_id, conflict_id);

ALTER TABLE ONLY public.change_request_review
    ADD CONSTRAINT change_request_review_pkey PRIMARY KEY (organization_id, space_id, change_request_id, id);

ALTER TABLE ONLY public.change_request_reviewer
    ADD CONSTRAINT change_request_reviewer_pkey PRIMARY KEY (organization_id, space_id, change_request_id, reviewer_id);

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.comment_reaction
    ADD CONSTRAINT comment_reaction_pkey PRIMARY KEY (organization_id, space_id, comment_id, reply_id, emoji, user_id);

ALTER TABLE ONLY public.comment_reply
    ADD CONSTRAINT comment_reply_pkey PRIMARY KEY (organization_id, space_id, comment_id, id);

ALTER TABLE ONLY public.commit_witness
    ADD CONSTRAINT commit_witness_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.content_node
    ADD CONSTRAINT content_node_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.custom_font_file
    ADD CONSTRAINT custom_font_file_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.custom_font
    ADD CONSTRAINT custom_font_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.custom_hostname
    ADD CONSTRAINT custom_hostname_pkey PRIMARY KEY (hostname, organization_id);

ALTER TABLE ONLY public.diagram
    ADD CONSTRAINT diagram_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.directory
    ADD CONSTRAINT directory_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.email_change
    ADD CONSTRAINT email_change_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.email_domain
    ADD CONSTRAINT email_domain_pkey PRIMARY KEY (domain, organization_id);

ALTER TABLE ONLY public.entry
    ADD CONSTRAINT entry_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.entry_version
    ADD CONSTRAINT entry_version_pkey PRIMARY KEY (organization_id, space_id, branch_id, entry_id, from_number);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.event_default
    ADD CONSTRAINT event_default_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.event_pending
    ADD CONSTRAINT event_pending_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.first_run
    ADD CONSTRAINT first_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.former_session
    ADD CONSTRAINT former_session_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.idempotency_record
    ADD CONSTRAINT idempotency_record_pkey PRIMARY KEY (principal_id, key_hash, created_at);

ALTER TABLE ONLY public.idempotency_record_default
    ADD CONSTRAINT idempotency_record_default_pkey PRIMARY KEY (principal_id, key_hash, created_at);

ALTER TABLE ONLY public.import_run
    ADD CONSTRAINT import_run_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (hash, account_id);

ALTER TABLE ONLY public.link_invite
    ADD CONSTRAINT link_invite_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.mail_count
    ADD CONSTRAINT mail_count_pkey PRIMARY KEY (subject, day);

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_organization_id_email_key UNIQUE (organization_id, email);

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (organization_id, user_id);

ALTER TABLE ONLY public.notification_mail
    ADD CONSTRAINT notification_mail_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_pkey PRIMARY KEY (organization_id, user_id, source);

ALTER TABLE ONLY public.notification_preference
    ADD CONSTRAINT notification_preference_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.openapi_content
    ADD CONSTRAINT openapi_content_pkey PRIMARY KEY (organization_id, hash);

ALTER TABLE ONLY public.openapi_overlay
    ADD CONSTRAINT openapi_overlay_pkey PRIMARY KEY (organization_id, spec_id, name);

ALTER TABLE ONLY public.openapi_part
    ADD CONSTRAINT openapi_part_pkey PRIMARY KEY (organization_id, spec_id, kind, name);

ALTER TABLE ONLY public.openapi_spec
    ADD CONSTRAINT openapi_spec_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.openapi_spec_version
    ADD CONSTRAINT openapi_spec_version_pkey PRIMARY KEY (organization_id, spec_id, id);

ALTER TABLE ONLY public.organization_counter
    ADD CONSTRAINT organization_counter_pkey PRIMARY KEY (organization_id, name);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.organization_secret
    ADD CONSTRAINT organization_secret_pkey PRIMARY KEY (organization_id, name);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (credential_id);

ALTER TABLE ONLY public.pdf
    ADD CONSTRAINT pdf_organization_id_space_id_revision_id_page_id_is_only_key UNIQUE (organization_id, space_id, revision_id, page_id, is_only);

ALTER TABLE ONLY public.pdf
    ADD CONSTRAINT pdf_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.pending_file
    ADD CONSTRAINT pending_file_pkey PRIMARY KEY (organization_id, key);

ALTER TABLE ONLY public.pending_sign_in
    ADD CONSTRAINT pending_sign_in_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.provider_sign_in
    ADD CONSTRAINT provider_sign_in_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, hash);

ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_organization_id_space_id_branch_id_number_key UNIQUE (organization_id, space_id, branch_id, number);

ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_pkey PRIMARY KEY (organization_id, space_id, id);

ALTER TABLE ONLY public.saml_answer
    ADD CONSTRAINT saml_answer_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.saml_link
    ADD CONSTRAINT saml_link_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.saml_provider
    ADD CONSTRAINT saml_provider_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.saml_provider_team
    ADD CONSTRAINT saml_provider_team_pkey PRIMARY KEY (organization_id, provider_id, group_name, team_id);

ALTER TABLE ONLY public.saml_request
    ADD CONSTRAINT saml_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.scim_group
    ADD CONSTRAINT scim_group_pkey PRIMARY KEY (organization_id, team_id);

ALTER TABLE ONLY public.scim_group_wish
    ADD CONSTRAINT scim_group_wish_pkey PRIMARY KEY (organization_id, scim_user_id, team_id);

ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_organization_id_hash_key UNIQUE (organization_id, hash);

ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.search_section
    ADD CONSTRAINT search_section_pkey PRIMARY KEY (organization_id, space_id, page_id, number);

ALTER TABLE ONLY public.search_sight
    ADD CONSTRAINT search_sight_pkey PRIMARY KEY (organization_id, space_id, sight);

ALTER TABLE ONLY public.search_sight_word
    ADD CONSTRAINT search_sight_word_pkey PRIMARY KEY (organization_id, space_id, word, sight);

ALTER TABLE ONLY public.search_state
    ADD CONSTRAINT search_state_pkey PRIMARY KEY (organization_id, space_id);

ALTER TABLE ONLY public.search_vocabulary
    ADD CONSTRAINT search_vocabulary_pkey PRIMARY KEY (organization_id, stem, word);

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_pkey PRIMARY KEY (organization_id, space_id, word);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (subject, starts_at);

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (secret_hash);

ALTER TABLE ONLY public.sign_in_mail
    ADD CONSTRAINT sign_in_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.site_adaptive_schema
    ADD CONSTRAINT site_adaptive_schema_pkey PRIMARY KEY (organization_id, site_id);

ALTER TABLE ONLY public.site_alias
    ADD CONSTRAINT site_alias_pkey PRIMARY KEY (organization_id, basename);

ALTER TABLE ONLY public.site_customization
    ADD CONSTRAINT site_customization_pkey PRIMARY KEY (organization_id, site_id, site_space_id);

ALTER TABLE ONLY public.site_external_link
    ADD CONSTRAINT site_external_link_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_former_path
    ADD CONSTRAINT site_former_path_pkey PRIMARY KEY (organization_id, site_id, path, section_id, kind);

ALTER TABLE ONLY public.site_insight
    ADD CONSTRAINT site_insight_pkey PRIMARY KEY (organization_id, site_id, facet, grain, starts_at, digest);

ALTER TABLE ONLY public.site_insight_state
    ADD CONSTRAINT site_insight_state_pkey PRIMARY KEY (organization_id, site_id);

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.site_publishing_auth
    ADD CONSTRAINT site_publishing_auth_pkey PRIMARY KEY (organization_id, site_id);

ALTER TABLE ONLY public.site_redirect
    ADD CONSTRAINT site_redirect_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_section_group
    ADD CONSTRAINT site_section_group_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_section
    ADD CONSTRAINT site_section_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_share_link
    ADD CONSTRAINT site_share_link_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_space
    ADD CONSTRAINT site_space_pkey PRIMARY KEY (organization_id, site_id, id);

ALTER TABLE ONLY public.site_team_grant
    ADD CONSTRAINT site_team_grant_pkey PRIMARY KEY (organization_id, site_id, team_id);

ALTER TABLE ONLY public.site_token
    ADD CONSTRAINT site_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.site_user_grant
    ADD CONSTRAINT site_user_grant_pkey PRIMARY KEY (organization_id, user_id, site_id);

ALTER TABLE ONLY public.site_visit_code
    ADD CONSTRAINT site_visit_code_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.site_visit
    ADD CONSTRAINT site_visit_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.space_counter
    ADD CONSTRAINT space_counter_pkey PRIMARY KEY (organization_id, space_id);

ALTER TABLE ONLY public.space
    ADD CONSTRAINT space_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.subdomain
    ADD CONSTRAINT subdomain_pkey PRIMARY KEY (subdomain);

ALTER TABLE ONLY public.team_grant
    ADD CONSTRAINT team_grant_pkey PRIMARY KEY (organization_id, content_id, team_id);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_pkey PRIMARY KEY (organization_id, team_id, user_id);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_pkey PRIMARY KEY (organization_id, key);

ALTER TABLE ONLY public.user_grant
    ADD CONSTRAINT user_grant_pkey PRIMARY KEY (organization_id, user_id, content_id);

ALTER TABLE ONLY public.waiting_identity
    ADD CONSTRAINT waiting_identity_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.welcome_link
    ADD CONSTRAINT welcome_link_pkey PRIMARY KEY (secret_hash);

CREATE INDEX account_email_by_account ON public.account_email USING btree (account_id);

CREATE INDEX account_identity_by_account ON public.account_identity USING btree (account_id);

CREATE INDEX alias_by_entry ON public.alias USING btree (organization_id, space_id, entry_id);

CREATE INDEX api_token_by_account ON public.api_token USING btree (account_id, id);

CREATE INDEX api_token_by_proof ON public.api_token USING btree (proven_for) WHERE (proven_for IS NOT NULL);

CREATE INDEX audit_event_by_action ON ONLY public.audit_event USING btree (organization_id, action, occurred_at, id);

CREATE INDEX audit_event_by_actor ON ONLY public.audit_event USING btree (organization_id, actor_id, occurred_at, id);

CREATE INDEX audit_event_by_id ON ONLY public.audit_event USING btree (organization_id, id);

CREATE INDEX audit_event_by_target ON ONLY public.audit_event USING btree (organization_id, target_id, occurred_at, id);

CREATE INDEX audit_event_default_by_action ON public.audit_event_default USING btree (organization_id, action, occurred_at, id);

CREATE INDEX audit_event_default_by_actor ON public.audit_event_default USING btree (organization_id, actor_id, occurred_at, id);

CREATE INDEX audit_event_default_by_id ON public.audit_event_default USING btree (organization_id, id);

CREATE INDEX audit_event_default_by_target ON public.audit_event_default USING btree (organization_id, target_id, occurred_at, id);

CREATE INDEX browser_session_by_account ON public.browser_session USING btree (account_id, id);

CREATE INDEX browser_session_by_organization ON public.browser_session USING btree (organization_id) WHERE (organization_id IS NOT NULL);

CREATE INDEX change_note_by_time ON public.change_note USING btree (noted_at);

CREATE INDEX change_note_by_transaction ON public.change_note USING btree (transaction);

CREATE INDEX change_request_by_status ON public.change_request USING btree (organization_id, space_id, status, number);

CREATE INDEX change_request_contributor_by_user ON public.change_request_contributor USING btree (organization_id, user_id, change_request_id);

CREATE INDEX change_request_in_organization ON public.change_request USING btree (organization_id, status, id);

CREATE UNIQUE INDEX change_request_review_current ON public.change_request_review USING btree (organization_id, space_id, change_request_id, reviewer_id) WHERE (NOT is_outdated);

CREATE INDEX change_request_reviewer_by_team ON public.change_request_reviewer USING btree (organization_id, team_id, change_request_id);

CREATE INDEX change_request_reviewer_by_user ON public.change_request_reviewer USING btree (organization_id, user_id, change_request_id);

CREATE INDEX comment_by_author ON public.comment USING btree (organization_id, space_id, branch_id, posted_by, is_resolved, posted_at, id);

CREATE INDEX comment_by_block ON public.comment USING btree (organization_id, space_id, branch_id, page_id, node) WHERE ((page_id IS NOT NULL) AND (node IS NOT NULL) AND (NOT is_orphaned));

CREATE INDEX comment_by_page ON public.comment USING btree (organization_id, space_id, branch_id, page_id, is_resolved, posted_at, id) WHERE (page_id IS NOT NULL);

CREATE INDEX comment_by_page_and_author ON public.comment USING btree (organization_id, space_id, branch_id, page_id, posted_by, is_resolved, posted_at, id) WHERE (page_id IS NOT NULL);

CREATE INDEX comment_by_time ON public.comment USING btree (organization_id, space_id, branch_id, is_resolved, posted_at, id);

CREATE INDEX comment_of_change_request ON public.comment USING btree (organization_id, space_id, change_request_id);

CREATE INDEX comment_reply_by_author ON public.comment_reply USING btree (organization_id, space_id, branch_id, posted_by, posted_at);

CREATE INDEX comment_reply_by_time ON public.comment_reply USING btree (organization_id, space_id, comment_id, posted_at, id);

CREATE INDEX content_node_by_kind ON public.content_node USING btree (organization_id, kind, "position", id) WHERE ((state = 'live'::text) AND (deleted_at IS NULL));

CREATE INDEX content_node_by_parent ON public.content_node USING btree (organization_id, parent_id, "position", id);

CREATE INDEX content_node_forsaken ON public.content_node USING btree (organization_id, id) WHERE (state <> 'live'::text);

CREATE INDEX content_node_in_trash ON public.content_node USING btree (organization_id, deleted_at, id) WHERE (deleted_at IS NOT NULL);

CREATE UNIQUE INDEX custom_font_file_by_font ON public.custom_font_file USING btree (organization_id, font_id, weight);

CREATE INDEX custom_hostname_by_check ON public.custom_hostname USING btree (checked_at) WHERE (live_since IS NOT NULL);

CREATE INDEX custom_hostname_by_organization ON public.custom_hostname USING btree (organization_id, hostname);

CREATE UNIQUE INDEX custom_hostname_live ON public.custom_hostname USING btree (hostname) WHERE (live_since IS NOT NULL);

CREATE INDEX diagram_waiting ON public.diagram USING btree (organization_id, space_id) WHERE (status = 'waiting'::text);

CREATE INDEX directory_by_kind ON public.directory USING btree (kind, id);

CREATE INDEX document_of_older_form ON public.document USING btree (organization_id) WHERE (projection_form < 2);

CREATE INDEX document_without_anchors ON public.document USING btree (organization_id) WHERE (anchors IS NULL);

CREATE INDEX email_change_by_end ON public.email_change USING btree (expires_at);

CREATE UNIQUE INDEX email_change_pending ON public.email_change USING btree (account_id) WHERE (done_at IS NULL);

CREATE INDEX email_domain_by_check ON public.email_domain USING btree (check_at);

CREATE INDEX entry_version_broken ON public.entry_version USING btree (organization_id, space_id, branch_id, entry_id) WHERE ((to_number IS NULL) AND (links @> '[{"status": "broken"}]'::jsonb));

CREATE INDEX entry_version_by_former_place ON public.entry_version USING btree (organization_id, space_id, branch_id, parent_id, COALESCE(slug, ''::text), entry_id) WHERE ((to_number IS NOT NULL) AND (kind = ANY (ARRAY['document'::text, 'group'::text, 'link'::text, 'computed'::text])));

CREATE INDEX entry_version_by_path ON public.entry_version USING btree (organization_id, space_id, branch_id, ((attributes ->> 'path'::text))) WHERE ((to_number IS NULL) AND ((attributes ->> 'path'::text) IS NOT NULL) AND (kind = ANY (ARRAY['document'::text, 'group'::text, 'link'::text, 'computed'::text])));

CREATE INDEX entry_version_by_place ON public.entry_version USING btree (organization_id, space_id, branch_id, parent_id, "position", entry_id) WHERE ((to_number IS NULL) AND (kind = ANY (ARRAY['document'::text, 'group'::text, 'link'::text, 'computed'::text])));

CREATE UNIQUE INDEX entry_version_by_slug ON public.entry_version USING btree (organization_id, space_id, branch_id, parent_id, slug) WHERE ((to_number IS NULL) AND (slug IS NOT NULL) AND (NOT is_gone));

CREATE INDEX entry_version_by_target ON public.entry_version USING gin (organization_id, targets) WHERE (to_number IS NULL);

CREATE INDEX entry_version_by_title ON public.entry_version USING btree (organization_id, space_id, branch_id, kind, title, entry_id) WHERE ((to_number IS NULL) AND (kind = ANY (ARRAY['file'::text, 'reusable-content'::text])));

CREATE INDEX entry_version_of_document ON public.entry_version USING btree (organization_id, document_id, space_id);

CREATE INDEX entry_version_of_files ON public.entry_version USING btree (organization_id, space_id, branch_id, entry_id, from_number) WHERE (kind = 'file'::text);

CREATE UNIQUE INDEX entry_version_open ON public.entry_version USING btree (organization_id, space_id, branch_id, entry_id) WHERE (to_number IS NULL);

CREATE INDEX entry_version_with_condition ON public.entry_version USING btree (organization_id, space_id) WHERE ((to_number IS NULL) AND (branch_id = space_id) AND (attributes ? 'condition'::text));

CREATE INDEX entry_version_without_uses ON public.entry_version USING btree (organization_id, space_id, branch_id, entry_id) WHERE ((to_number IS NULL) AND (uses IS NULL) AND (kind = ANY (ARRAY['document'::text, 'link'::text, 'reusable-content'::text])));

CREATE INDEX event_pending_by_time ON public.event_pending USING btree (occurred_at, id);

CREATE INDEX former_session_by_end ON public.former_session USING btree (expires_at);

CREATE INDEX import_run_by_space ON public.import_run USING btree (organization_id, space_id, id);

CREATE INDEX import_run_unfinished ON public.import_run USING btree (organization_id, created_at) WHERE (status = ANY (ARRAY['pending'::text, 'in-progress'::text]));

CREATE INDEX known_device_by_account ON public.known_device USING btree (account_id, last_used_at);

CREATE INDEX known_device_by_use ON public.known_device USING btree (last_used_at);

CREATE INDEX link_invite_by_content ON public.link_invite USING btree (organization_id, content_id);

CREATE INDEX mail_count_by_day ON public.mail_count USING btree (day);

CREATE INDEX member_by_joined ON public.member USING btree (organization_id, joined_at, user_id);

CREATE INDEX member_by_role ON public.member USING btree (organization_id, COALESCE(role, 'guest'::text), joined_at, user_id) INCLUDE (role);

CREATE INDEX member_by_role_and_id ON public.member USING btree (organization_id, COALESCE(role, 'guest'::text), user_id) INCLUDE (role) WHERE (NOT disabled);

CREATE INDEX member_by_role_seen ON public.member USING btree (organization_id, COALESCE(role, 'guest'::text), last_seen_at, user_id) INCLUDE (role) WHERE ((last_seen_at IS NOT NULL) AND (NOT disabled));

CREATE INDEX member_by_seen ON public.member USING btree (organization_id, last_seen_at, user_id) WHERE ((last_seen_at IS NOT NULL) AND (NOT disabled));

CREATE INDEX member_by_sso ON public.member USING btree (organization_id) WHERE sso;

CREATE INDEX member_by_text ON public.member USING gin (organization_id, search_text public.gin_trgm_ops);

CREATE INDEX member_by_user ON public.member USING btree (user_id);

CREATE INDEX notification_mail_of_user ON public.notification_mail USING btree (organization_id, user_id, sent_at);

CREATE UNIQUE INDEX notification_mail_open ON public.notification_mail USING btree (organization_id, user_id) WHERE (closed_at IS NULL);

CREATE INDEX notification_of_mail ON public.notification USING btree (organization_id, mail_id);

CREATE INDEX notification_of_space ON public.notification USING btree (organization_id, space_id);

CREATE INDEX openapi_spec_by_refresh ON public.openapi_spec USING btree (organization_id, refresh_at);

CREATE UNIQUE INDEX openapi_spec_by_slug ON public.openapi_spec USING btree (organization_id, slug_key);

CREATE INDEX openapi_spec_by_source ON public.openapi_spec USING btree (organization_id, source_hash);

CREATE INDEX openapi_spec_version_by_hash ON public.openapi_spec_version USING btree (organization_id, hash);

CREATE INDEX passkey_by_account ON public.passkey USING btree (account_id, id);

CREATE INDEX passkey_challenge_by_account ON public.passkey_challenge USING btree (account_id);

CREATE INDEX passkey_challenge_by_end ON public.passkey_challenge USING btree (expires_at);

CREATE INDEX pdf_unfinished ON public.pdf USING btree (organization_id) WHERE (status = ANY (ARRAY['waiting'::text, 'printing'::text]));

CREATE INDEX pending_sign_in_by_account ON public.pending_sign_in USING btree (account_id);

CREATE INDEX pending_sign_in_by_end ON public.pending_sign_in USING btree (expires_at);

CREATE INDEX provider_sign_in_by_end ON public.provider_sign_in USING btree (expires_at);

CREATE INDEX saml_answer_by_end ON public.saml_answer USING btree (expires_at);

CREATE INDEX saml_link_by_end ON public.saml_link USING btree (expires_at);

CREATE INDEX saml_provider_team_by_team ON public.saml_provider_team USING btree (organization_id, team_id);

CREATE INDEX saml_request_by_answer ON public.saml_request USING btree (answer_hash) WHERE (answer_hash IS NOT NULL);

CREATE INDEX saml_request_by_end ON public.saml_request USING btree (expires_at);

CREATE INDEX saml_request_by_provider ON public.saml_request USING btree (provider_id);

CREATE INDEX scim_group_by_external_id ON public.scim_group USING btree (organization_id, external_id);

CREATE INDEX scim_group_wish_by_team ON public.scim_group_wish USING btree (organization_id, team_id);

CREATE INDEX scim_user_by_email ON public.scim_user USING btree (organization_id, email);

CREATE INDEX scim_user_by_emails ON public.scim_user USING gin (organization_id, emails);

CREATE INDEX scim_user_by_external_id ON public.scim_user USING btree (organization_id, external_id);

CREATE UNIQUE INDEX scim_user_by_member ON public.scim_user USING btree (organization_id, user_id);

CREATE UNIQUE INDEX scim_user_by_user_name ON public.scim_user USING btree (organization_id, user_name_key);

CREATE INDEX scim_user_inactive ON public.scim_user USING btree (organization_id) WHERE (NOT is_active);

CREATE INDEX search_section_by_words ON public.search_section USING gin (organization_id, words) WITH (fastupdate=off);

CREATE INDEX search_sight_word_by_word ON public.search_sight_word USING btree (organization_id, word, space_id);

CREATE INDEX search_state_by_recipe ON public.search_state USING btree (organization_id, recipe, space_id);

CREATE INDEX search_vocabulary_by_likeness ON public.search_vocabulary USING gin (organization_id, word public.gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX search_vocabulary_by_word ON public.search_vocabulary USING btree (organization_id, word);

CREATE INDEX search_word_by_word ON public.search_word USING btree (organization_id, word, space_id);

CREATE INDEX sign_in_attempt_by_start ON public.sign_in_attempt USING btree (starts_at);

CREATE INDEX sign_in_link_by_account ON public.sign_in_link USING btree (account_id);

CREATE INDEX sign_in_mail_by_end ON public.sign_in_mail USING btree (expires_at);

CREATE INDEX site_alias_by_site ON public.site_alias USING btree (organization_id, site_id);

CREATE UNIQUE INDEX site_by_basename ON public.site USING btree (organization_id, basename);

CREATE INDEX site_customization_by_font ON public.site_customization USING btree (organization_id, ((settings #>> '{styling,font,id}'::text[]))) WHERE ((settings #>> '{styling,font,id}'::text[]) IS NOT NULL);

CREATE INDEX site_customization_by_monospace_font ON public.site_customization USING btree (organization_id, ((settings #>> '{styling,monospaceFont,id}'::text[]))) WHERE ((settings #>> '{styling,monospaceFont,id}'::text[]) IS NOT NULL);

CREATE INDEX site_customization_by_overridden ON public.site_customization USING btree (organization_id, site_id, overridden_id);

CREATE INDEX site_external_link_by_group ON public.site_external_link USING btree (organization_id, group_id, site_id);

CREATE INDEX site_former_path_by_target ON public.site_former_path USING btree (organization_id, target_id, site_id);

CREATE UNIQUE INDEX site_redirect_by_source ON public.site_redirect USING btree (organization_id, source_key, site_id);

CREATE INDEX site_section_by_group ON public.site_section USING btree (organization_id, group_id, site_id, "position", id);

CREATE UNIQUE INDEX site_section_by_path ON public.site_section USING btree (organization_id, path, site_id);

CREATE INDEX site_section_group_by_parent ON public.site_section_group USING btree (organization_id, parent_id, site_id, "position", id);

CREATE UNIQUE INDEX site_share_link_by_key ON public.site_share_link USING btree (organization_id, key_hash, site_id);

CREATE INDEX site_space_by_openness ON public.site_space USING btree (organization_id, space_id, openness, site_id, "position", id);

CREATE UNIQUE INDEX site_space_by_path ON public.site_space USING btree (organization_id, path, site_id, COALESCE(section_id, ''::text));

CREATE INDEX site_space_by_section ON public.site_space USING btree (organization_id, section_id, site_id, "position", id);

CREATE INDEX site_team_grant_by_team ON public.site_team_grant USING btree (organization_id, team_id, site_id);

CREATE INDEX site_token_by_expiry ON public.site_token USING btree (expires_at);

CREATE INDEX site_user_grant_by_site ON public.site_user_grant USING btree (organization_id, site_id, user_id);

CREATE INDEX site_visit_by_account ON public.site_visit USING btree (account_id, site_id, started_at);

CREATE INDEX site_visit_by_end ON public.site_visit USING btree (expires_at);

CREATE INDEX site_visit_code_by_account ON public.site_visit_code USING btree (account_id);

CREATE INDEX site_visit_code_by_end ON public.site_visit_code USING btree (expires_at);

CREATE INDEX subdomain_by_organization ON public.subdomain USING btree (organization_id);

CREATE INDEX subdomain_kept ON public.subdomain USING btree (organization_id, kept_until) WHERE (kept_until IS NOT NULL);

CREATE INDEX team_by_title ON public.team USING btree (organization_id, lower(title));

CREATE INDEX team_grant_by_team ON public.team_grant USING btree (organization_id, team_id, content_id);

CREATE INDEX team_member_by_user ON public.team_member USING btree (organization_id, user_id, team_id);

CREATE INDEX user_grant_by_content ON public.user_grant USING btree (organization_id, content_id, user_id);

CREATE INDEX waiting_identity_by_end ON public.waiting_identity USING btree (expires_at);

CREATE INDEX welcome_link_by_account ON public.welcome_link USING btree (account_id);

CREATE INDEX welcome_link_by_email ON public.welcome_link USING btree (email);

CREATE INDEX welcome_link_by_invite ON public.welcome_link USING btree (organization_id, invite_id);

ALTER INDEX public.audit_event_by_action ATTACH PARTITION public.audit_event_default_by_action;

ALTER INDEX public.audit_event_by_actor ATTACH PARTITION public.audit_event_default_by_actor;

ALTER INDEX public.audit_event_by_id ATTACH PARTITION public.audit_event_default_by_id;

ALTER INDEX public.audit_event_by_target ATTACH PARTITION public.audit_event_default_by_target;

ALTER INDEX public.audit_event_pkey ATTACH PARTITION public.audit_event_default_pkey;

ALTER INDEX public.event_pkey ATTACH PARTITION public.event_default_pkey;

ALTER INDEX public.idempotency_record_pkey ATTACH PARTITION public.idempotency_record_default_pkey;

CREATE STATISTICS public.alias_of_space (dependencies) ON organization_id, space_id FROM public.alias;

CREATE STATISTICS public.document_of_space (dependencies) ON organization_id, space_id FROM public.document;

CREATE STATISTICS public.entry_version_of_space (dependencies) ON organization_id, space_id, branch_id FROM public.entry_version;

CREATE STATISTICS public.revision_of_space (dependencies) ON organization_id, space_id, branch_id FROM public.revision;

ALTER TABLE ONLY public.account_email
    ADD CONSTRAINT account_email_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_identity
    ADD CONSTRAINT account_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_membership
    ADD CONSTRAINT account_membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_password
    ADD CONSTRAINT account_password_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_instructions
    ADD CONSTRAINT agent_instructions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.alias
    ADD CONSTRAINT alias_organization_id_space_id_entry_id_fkey FOREIGN KEY (organization_id, space_id, entry_id) REFERENCES public.entry(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.branch
    ADD CONSTRAINT branch_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.browser_session
    ADD CONSTRAINT browser_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_check
    ADD CONSTRAINT change_request_check_organization_id_space_id_change_reque_fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_contributor
    ADD CONSTRAINT change_request_contributor_organization_id_space_id_change_fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request
    ADD CONSTRAINT change_request_organization_id_space_id_id_fkey FOREIGN KEY (organization_id, space_id, id) REFERENCES public.branch(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_resolution
    ADD CONSTRAINT change_request_resolution_organization_id_space_id_change__fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_review
    ADD CONSTRAINT change_request_review_organization_id_space_id_change_requ_fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_reviewer
    ADD CONSTRAINT change_request_reviewer_organization_id_space_id_change_re_fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_reviewer
    ADD CONSTRAINT change_request_reviewer_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.change_request_reviewer
    ADD CONSTRAINT change_request_reviewer_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_organization_id_space_id_change_request_id_fkey FOREIGN KEY (organization_id, space_id, change_request_id) REFERENCES public.change_request(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment
    ADD CONSTRAINT comment_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_reaction
    ADD CONSTRAINT comment_reaction_organization_id_space_id_comment_id_fkey FOREIGN KEY (organization_id, space_id, comment_id) REFERENCES public.comment(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comment_reply
    ADD CONSTRAINT comment_reply_organization_id_space_id_comment_id_fkey FOREIGN KEY (organization_id, space_id, comment_id) REFERENCES public.comment(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.content_node
    ADD CONSTRAINT content_node_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.content_node
    ADD CONSTRAINT content_node_organization_id_parent_id_fkey FOREIGN KEY (organization_id, parent_id) REFERENCES public.content_node(organization_id, id);

ALTER TABLE ONLY public.custom_font_file
    ADD CONSTRAINT custom_font_file_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.custom_font_file
    ADD CONSTRAINT custom_font_file_organization_id_font_id_fkey FOREIGN KEY (organization_id, font_id) REFERENCES public.custom_font(organization_id, id);

ALTER TABLE ONLY public.custom_font
    ADD CONSTRAINT custom_font_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.diagram
    ADD CONSTRAINT diagram_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.email_change
    ADD CONSTRAINT email_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.entry
    ADD CONSTRAINT entry_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.entry_version
    ADD CONSTRAINT entry_version_organization_id_space_id_branch_id_fkey FOREIGN KEY (organization_id, space_id, branch_id) REFERENCES public.branch(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.entry_version
    ADD CONSTRAINT entry_version_organization_id_space_id_document_id_fkey FOREIGN KEY (organization_id, space_id, document_id) REFERENCES public.document(organization_id, space_id, id);

ALTER TABLE ONLY public.import_run
    ADD CONSTRAINT import_run_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.link_invite
    ADD CONSTRAINT link_invite_content FOREIGN KEY (organization_id, content_id) REFERENCES public.content_node(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.link_invite
    ADD CONSTRAINT link_invite_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_mail
    ADD CONSTRAINT notification_mail_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_organization_id_mail_id_fkey FOREIGN KEY (organization_id, mail_id) REFERENCES public.notification_mail(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification
    ADD CONSTRAINT notification_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notification_preference
    ADD CONSTRAINT notification_preference_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_content
    ADD CONSTRAINT openapi_content_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_overlay
    ADD CONSTRAINT openapi_overlay_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_overlay
    ADD CONSTRAINT openapi_overlay_organization_id_spec_id_fkey FOREIGN KEY (organization_id, spec_id) REFERENCES public.openapi_spec(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_part
    ADD CONSTRAINT openapi_part_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_part
    ADD CONSTRAINT openapi_part_organization_id_spec_id_fkey FOREIGN KEY (organization_id, spec_id) REFERENCES public.openapi_spec(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_spec
    ADD CONSTRAINT openapi_spec_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.openapi_spec
    ADD CONSTRAINT openapi_spec_organization_id_source_hash_fkey FOREIGN KEY (organization_id, source_hash) REFERENCES public.openapi_content(organization_id, hash);

ALTER TABLE ONLY public.openapi_spec_version
    ADD CONSTRAINT openapi_spec_version_organization_id_hash_fkey FOREIGN KEY (organization_id, hash) REFERENCES public.openapi_content(organization_id, hash);

ALTER TABLE ONLY public.openapi_spec_version
    ADD CONSTRAINT openapi_spec_version_organization_id_spec_id_fkey FOREIGN KEY (organization_id, spec_id) REFERENCES public.openapi_spec(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.organization_counter
    ADD CONSTRAINT organization_counter_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.organization_secret
    ADD CONSTRAINT organization_secret_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pdf
    ADD CONSTRAINT pdf_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pdf
    ADD CONSTRAINT pdf_organization_id_space_id_revision_id_fkey FOREIGN KEY (organization_id, space_id, revision_id) REFERENCES public.revision(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pending_file
    ADD CONSTRAINT pending_file_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pending_sign_in
    ADD CONSTRAINT pending_sign_in_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.revision
    ADD CONSTRAINT revision_organization_id_space_id_branch_id_fkey FOREIGN KEY (organization_id, space_id, branch_id) REFERENCES public.branch(organization_id, space_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saml_provider
    ADD CONSTRAINT saml_provider_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saml_provider_team
    ADD CONSTRAINT saml_provider_team_organization_id_provider_id_fkey FOREIGN KEY (organization_id, provider_id) REFERENCES public.saml_provider(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.saml_provider_team
    ADD CONSTRAINT saml_provider_team_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_group
    ADD CONSTRAINT scim_group_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_group_wish
    ADD CONSTRAINT scim_group_wish_organization_id_scim_user_id_fkey FOREIGN KEY (organization_id, scim_user_id) REFERENCES public.scim_user(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_group_wish
    ADD CONSTRAINT scim_group_wish_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_token
    ADD CONSTRAINT scim_token_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.scim_user
    ADD CONSTRAINT scim_user_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_section
    ADD CONSTRAINT search_section_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_sight
    ADD CONSTRAINT search_sight_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_sight_word
    ADD CONSTRAINT search_sight_word_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_state
    ADD CONSTRAINT search_state_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_vocabulary
    ADD CONSTRAINT search_vocabulary_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.search_word
    ADD CONSTRAINT search_word_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_link
    ADD CONSTRAINT sign_in_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_adaptive_schema
    ADD CONSTRAINT site_adaptive_schema_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_alias
    ADD CONSTRAINT site_alias_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_customization
    ADD CONSTRAINT site_customization_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_customization
    ADD CONSTRAINT site_customization_organization_id_site_id_overridden_id_fkey FOREIGN KEY (organization_id, site_id, overridden_id) REFERENCES public.site_space(organization_id, site_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_external_link
    ADD CONSTRAINT site_external_link_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_external_link
    ADD CONSTRAINT site_external_link_organization_id_site_id_group_id_fkey FOREIGN KEY (organization_id, site_id, group_id) REFERENCES public.site_section_group(organization_id, site_id, id);

ALTER TABLE ONLY public.site_former_path
    ADD CONSTRAINT site_former_path_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_insight
    ADD CONSTRAINT site_insight_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site_insight_state(organization_id, site_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_insight_state
    ADD CONSTRAINT site_insight_state_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_publishing_auth
    ADD CONSTRAINT site_publishing_auth_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_redirect
    ADD CONSTRAINT site_redirect_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_section_group
    ADD CONSTRAINT site_section_group_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_section_group
    ADD CONSTRAINT site_section_group_organization_id_site_id_parent_id_fkey FOREIGN KEY (organization_id, site_id, parent_id) REFERENCES public.site_section_group(organization_id, site_id, id);

ALTER TABLE ONLY public.site_section
    ADD CONSTRAINT site_section_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_section
    ADD CONSTRAINT site_section_organization_id_site_id_group_id_fkey FOREIGN KEY (organization_id, site_id, group_id) REFERENCES public.site_section_group(organization_id, site_id, id);

ALTER TABLE ONLY public.site_share_link
    ADD CONSTRAINT site_share_link_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_space
    ADD CONSTRAINT site_space_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_space
    ADD CONSTRAINT site_space_organization_id_site_id_section_id_fkey FOREIGN KEY (organization_id, site_id, section_id) REFERENCES public.site_section(organization_id, site_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_space
    ADD CONSTRAINT site_space_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.content_node(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_team_grant
    ADD CONSTRAINT site_team_grant_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_team_grant
    ADD CONSTRAINT site_team_grant_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_user_grant
    ADD CONSTRAINT site_user_grant_organization_id_site_id_fkey FOREIGN KEY (organization_id, site_id) REFERENCES public.site(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_user_grant
    ADD CONSTRAINT site_user_grant_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_visit
    ADD CONSTRAINT site_visit_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.site_visit_code
    ADD CONSTRAINT site_visit_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.space_counter
    ADD CONSTRAINT space_counter_organization_id_space_id_fkey FOREIGN KEY (organization_id, space_id) REFERENCES public.space(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.space
    ADD CONSTRAINT space_organization_id_id_fkey FOREIGN KEY (organization_id, id) REFERENCES public.content_node(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_grant
    ADD CONSTRAINT team_grant_organization_id_content_id_fkey FOREIGN KEY (organization_id, content_id) REFERENCES public.content_node(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_grant
    ADD CONSTRAINT team_grant_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.upload
    ADD CONSTRAINT upload_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_grant
    ADD CONSTRAINT user_grant_organization_id_content_id_fkey FOREIGN KEY (organization_id, content_id) REFERENCES public.content_node(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_grant
    ADD CONSTRAINT user_grant_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.welcome_link
    ADD CONSTRAINT welcome_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION public.maintain_partitions(event_days integer, audit_days integer, idempotency_days integer) FROM PUBLIC;
