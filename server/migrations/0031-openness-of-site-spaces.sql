-- Why: a space is found in the most open of the sites that show it, without asking each of them.
-- outside a transaction
-- The place of the visibility of a published site among all, from the most open on; null in others.
alter table site_space add column if not exists openness integer check (openness between 1 and 4);
update site_space as ss set openness = array_position(
  '{public,unlisted,share-link,visitor-auth}'::text[], st.visibility)
from site as st
where st.organization_id = ss.organization_id and st.id = ss.site_id and st.published;
