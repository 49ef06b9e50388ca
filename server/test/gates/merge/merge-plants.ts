import type { Scene } from './merge-edits.ts'

/** Without the key two revisions of one branch have the same number and nothing refuses them. */
const withoutNumbers = `alter table revision
  drop constraint revision_organization_id_space_id_branch_id_number_key`

/** Statements that make the database do what the server must not, by the name of the defect. */
export function plants({ shared }: Scene): Readonly<Record<string, string>> {
  return {
    'head moved without compare': withoutNumbers,
    'merge without lock': withoutNumbers,
    'edit lost': keepsOldText(`new.entry_id = '${shared}' and new.from_number % 10 = 0`),
    // The page says what it said before, as if the merge had brought nothing.
    'merge half done': trigger(
      'revision',
      `if new.type = 'merge' then
         update entry_version as v set document_id = o.document_id from entry_version as o
         where v.space_id = new.space_id and v.branch_id = new.space_id
           and v.entry_id = '${shared}' and v.from_number = new.number
           and o.space_id = v.space_id and o.branch_id = v.branch_id
           and o.entry_id = v.entry_id and o.to_number = v.from_number;
       end if;`,
    ),
    'merge without its parent': trigger(
      'revision',
      `if new.type = 'merge' and new.number % 3 = 0 then
         new.parents := new.parents[1:1];
       end if;`,
    ),
    'request counted twice': trigger(
      'change_request',
      `update space_counter set change_requests_draft = change_requests_draft + 1
         where space_id = new.space_id and new.number % 5 = 0;`,
    ),
  }
}

/** A new version of a page says what the one before said. */
function keepsOldText(condition: string): string {
  return trigger(
    'entry_version',
    `if ${condition} then
       new.document_id := coalesce((
         select document_id from entry_version
         where space_id = new.space_id and branch_id = new.branch_id
           and entry_id = new.entry_id and to_number = new.from_number
       ), new.document_id);
     end if;`,
  )
}

function trigger(table: string, body: string): string {
  return `
    create function planted() returns trigger language plpgsql as $$
      begin
        ${body}
        return new;
      end $$;
    create trigger planted before insert on ${table}
      for each row execute function planted()`
}
