-- Why: organizations that an account founded before they were counted count as well.
-- outside a transaction
update account as a set organizations_founded = founded.number
from (select created_by, count(*)::integer as number from organization group by created_by) as founded
where a.id = founded.created_by and a.organizations_founded is null;
