-- Why: members are found by any part of their name or address, inside one organization.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
