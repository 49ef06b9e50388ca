-- Why: whoever decided a conflict wrote in the change request, so that their approval does not count.
insert into change_request_contributor (
  organization_id, space_id, change_request_id, user_id, action)
select distinct organization_id, space_id, change_request_id, resolved_by, 'edit'
from change_request_resolution
on conflict do nothing;
