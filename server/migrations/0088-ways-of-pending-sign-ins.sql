-- Why: every sign-in that waits for a code satisfies the wider rule, and invitations are found by address.
-- outside a transaction
alter table pending_sign_in validate constraint pending_sign_in_way_check;
drop index concurrently if exists welcome_link_by_email;
create index concurrently welcome_link_by_email on welcome_link (email);
