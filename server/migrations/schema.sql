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
    execute format(
      'delete from %I where %I < current_date - %s',
      kept.parent || '_default', kept.column_name, kept.days
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
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.account_identity IS 'reference: the ways an account signs in, one row each';

CREATE TABLE public.account_membership (
    account_id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.account_membership IS 'distributed(account_id): which organizations an account belongs to; mirrors member';

CREATE TABLE public.agent_instructions (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    document json NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    updated_by text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL
);

COMMENT ON TABLE public.agent_instructions IS 'tenant: what an organization tells its agents';

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

CREATE TABLE public.directory (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL,
    organization_id text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT directory_kind_check CHECK ((kind = 'organization'::text))
);

COMMENT ON TABLE public.directory IS 'distributed(id): the home organization of each thing that is addressed without naming one';

CREATE TABLE public.email_domain (
    domain text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C"
);

COMMENT ON TABLE public.email_domain IS 'distributed(domain): organizations that people of a mail domain may join';

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

COMMENT ON TABLE public.event_pending IS 'distributed(id): events that no relay has handed on yet';

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

CREATE TABLE public.link_invite (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    role text,
    created_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT link_invite_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text])))
);

COMMENT ON TABLE public.link_invite IS 'tenant: a link that lets whoever holds it join';

CREATE TABLE public.mail_invite (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    role text,
    sso boolean DEFAULT false NOT NULL,
    invited_by text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
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
    CONSTRAINT member_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'create'::text, 'review'::text, 'edit'::text, 'comment'::text, 'read'::text]))),
    CONSTRAINT member_spaces_check CHECK ((spaces >= 0)),
    CONSTRAINT member_teams_check CHECK ((teams >= 0))
);

COMMENT ON TABLE public.member IS 'tenant: a person in an organization; a null role is a guest';

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

CREATE TABLE public.schema_migration (
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

COMMENT ON TABLE public.schema_migration IS 'local: which migrations were applied';

CREATE TABLE public.subdomain (
    subdomain text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
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

CREATE TABLE public.team_member (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    team_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    added_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT team_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text])))
);

COMMENT ON TABLE public.team_member IS 'tenant: a member in a team';

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

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_instructions
    ADD CONSTRAINT agent_instructions_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.audit_event_default
    ADD CONSTRAINT audit_event_default_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.directory
    ADD CONSTRAINT directory_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.email_domain
    ADD CONSTRAINT email_domain_pkey PRIMARY KEY (domain, organization_id);

ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.event_default
    ADD CONSTRAINT event_default_pkey PRIMARY KEY (organization_id, occurred_at, id);

ALTER TABLE ONLY public.event_pending
    ADD CONSTRAINT event_pending_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_record
    ADD CONSTRAINT idempotency_record_pkey PRIMARY KEY (principal_id, key_hash, created_at);

ALTER TABLE ONLY public.idempotency_record_default
    ADD CONSTRAINT idempotency_record_default_pkey PRIMARY KEY (principal_id, key_hash, created_at);

ALTER TABLE ONLY public.link_invite
    ADD CONSTRAINT link_invite_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_organization_id_email_key UNIQUE (organization_id, email);

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (organization_id, user_id);

ALTER TABLE ONLY public.organization_counter
    ADD CONSTRAINT organization_counter_pkey PRIMARY KEY (organization_id, name);

ALTER TABLE ONLY public.organization
    ADD CONSTRAINT organization_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.organization_secret
    ADD CONSTRAINT organization_secret_pkey PRIMARY KEY (organization_id, name);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.subdomain
    ADD CONSTRAINT subdomain_pkey PRIMARY KEY (subdomain);

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_pkey PRIMARY KEY (organization_id, team_id, user_id);

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (organization_id, id);

ALTER TABLE ONLY public.welcome_link
    ADD CONSTRAINT welcome_link_pkey PRIMARY KEY (secret_hash);

CREATE INDEX account_email_by_account ON public.account_email USING btree (account_id);

CREATE INDEX account_identity_by_account ON public.account_identity USING btree (account_id);

CREATE INDEX api_token_by_account ON public.api_token USING btree (account_id, id);

CREATE INDEX directory_by_kind ON public.directory USING btree (kind, id);

CREATE INDEX event_pending_by_time ON public.event_pending USING btree (occurred_at, id);

CREATE INDEX member_by_joined ON public.member USING btree (organization_id, joined_at, user_id);

CREATE INDEX member_by_role ON public.member USING btree (organization_id, COALESCE(role, 'guest'::text), joined_at, user_id) INCLUDE (role);

CREATE INDEX member_by_role_seen ON public.member USING btree (organization_id, COALESCE(role, 'guest'::text), last_seen_at, user_id) INCLUDE (role) WHERE ((last_seen_at IS NOT NULL) AND (NOT disabled));

CREATE INDEX member_by_seen ON public.member USING btree (organization_id, last_seen_at, user_id) WHERE ((last_seen_at IS NOT NULL) AND (NOT disabled));

CREATE INDEX member_by_text ON public.member USING gin (organization_id, search_text public.gin_trgm_ops);

CREATE INDEX member_by_user ON public.member USING btree (user_id);

CREATE INDEX subdomain_by_organization ON public.subdomain USING btree (organization_id);

CREATE INDEX team_member_by_user ON public.team_member USING btree (organization_id, user_id, team_id);

CREATE INDEX welcome_link_by_account ON public.welcome_link USING btree (account_id);

CREATE INDEX welcome_link_by_invite ON public.welcome_link USING btree (organization_id, invite_id);

ALTER INDEX public.audit_event_pkey ATTACH PARTITION public.audit_event_default_pkey;

ALTER INDEX public.event_pkey ATTACH PARTITION public.event_default_pkey;

ALTER INDEX public.idempotency_record_pkey ATTACH PARTITION public.idempotency_record_default_pkey;

ALTER TABLE ONLY public.account_email
    ADD CONSTRAINT account_email_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_identity
    ADD CONSTRAINT account_identity_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_membership
    ADD CONSTRAINT account_membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_instructions
    ADD CONSTRAINT agent_instructions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_token
    ADD CONSTRAINT api_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.link_invite
    ADD CONSTRAINT link_invite_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mail_invite
    ADD CONSTRAINT mail_invite_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.organization_counter
    ADD CONSTRAINT organization_counter_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.organization_secret
    ADD CONSTRAINT organization_secret_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_organization_id_team_id_fkey FOREIGN KEY (organization_id, team_id) REFERENCES public.team(organization_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team_member
    ADD CONSTRAINT team_member_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES public.member(organization_id, user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organization(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.welcome_link
    ADD CONSTRAINT welcome_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

REVOKE ALL ON FUNCTION public.maintain_partitions(event_days integer, audit_days integer, idempotency_days integer) FROM PUBLIC;
