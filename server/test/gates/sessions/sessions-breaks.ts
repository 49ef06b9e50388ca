import type { Database } from '#/platform/database/database.ts'
import type { Services } from '#/platform/services.ts'

/** Defects that the self-test plants: each is one that a hurried change could bring. */
export const sessionsBreaks = [
  'lasting-session',
  'fixed-secret',
  'cross-site',
  'endless-guesses',
  'locked-out',
  'endless-codes',
  'code-again',
  'skipped-hash',
  'skipped-mail',
  'skipped-note',
  'endless-notes',
] as const
export type SessionsBreak = (typeof sessionsBreaks)[number]

interface Planting {
  readonly db: Database
  readonly services: readonly Services[]
  /** The hash of the secret that somebody chose for others. */
  readonly chosenHash: string
}

/** Statements of triggers by the table that they sit on, with when they run. */
const triggers: Partial<Record<SessionsBreak, readonly [string, string, string]>> = {
  'lasting-session': ['browser_session', 'before delete', 'return null;'],
  'fixed-secret': [
    'browser_session',
    'before insert',
    `if not exists (select from browser_session where hash = 'CHOSEN') then
       new.hash := 'CHOSEN';
     end if;
     return new;`,
  ],
  'endless-guesses': [
    'sign_in_attempt',
    'before insert or update',
    'new.attempts := 1; return new;',
  ],
  'endless-codes': [
    'sign_in_attempt',
    'before insert or update',
    `if new.subject like 'code-%' then new.attempts := 1; end if;
     return new;`,
  ],
  'code-again': [
    'second_factor',
    'before update',
    'new.used_step := old.used_step; return new;',
  ],
  'locked-out': ['known_device', 'before insert', 'return null;'],
  'skipped-mail': [
    'sign_in_mail',
    'before insert',
    `if not exists (select from account_email as e where e.email = new.email) then
       return null;
     end if;
     return new;`,
  ],
  'skipped-note': [
    'pgboss.job_common',
    'before insert',
    `if new.name = 'sign-in.write-note'
       and not exists (select from account as a where a.id = new.data ->> 'accountId') then
       return null;
     end if;
     return new;`,
  ],
  'endless-notes': [
    'audit_event',
    'before insert',
    `if new.action = 'member_sign_in_refused' then
       new.action := 'member_sign_in_denied';
     end if;
     return new;`,
  ],
}

export async function plant(
  broken: SessionsBreak | undefined,
  { db, services, chosenHash }: Planting,
): Promise<void> {
  if (broken === undefined) return
  const trigger = triggers[broken]
  if (trigger !== undefined) {
    const [table, when, body] = trigger
    await db.raw(
      `create function planted() returns trigger language plpgsql as $planted$
       begin ${body.replaceAll('CHOSEN', chosenHash)} end $planted$`,
    )
    await db.raw(
      `create trigger planted ${when} on ${table} for each row execute function planted()`,
    )
  }
  if (broken === 'skipped-hash') {
    for (const { passwords } of services) {
      const { verify } = passwords
      Object.assign(passwords, {
        verify: async (password: string, stored: string | undefined) =>
          stored !== undefined && verify(password, stored),
      })
    }
  }
}
