import { bothWays, breaks, safe } from './verdicts.ts'

/** The rules for security and servers. */
export const accessRules = [
  {
    id: 'security-required',
    kind: 'changed',
    says: 'An operation that was open to everyone needs authorization.',
    side: 'request',
    ...bothWays(breaks('Requests without credentials are refused.')),
  },
  {
    id: 'security-lifted',
    kind: 'changed',
    says: 'An operation no longer needs authorization.',
    side: 'request',
    ...bothWays(safe('Requests with credentials are still accepted.')),
  },
  {
    id: 'security-alternative-added',
    kind: 'added',
    says: 'Another way of authorization was added.',
    side: 'request',
    ...bothWays(safe('The ways that callers use still work.')),
  },
  {
    id: 'security-alternative-removed',
    kind: 'removed',
    says: 'A way of authorization was removed, or needs more than before.',
    side: 'request',
    ...bothWays(breaks('Callers that authorize in this way are refused.')),
  },
  {
    id: 'security-scope-added',
    kind: 'changed',
    says: 'A further scope is needed.',
    side: 'request',
    ...bothWays(breaks('Tokens without the scope are refused.')),
  },
  {
    id: 'security-scope-removed',
    kind: 'changed',
    says: 'A scope is no longer needed.',
    side: 'request',
    ...bothWays(safe('Tokens with the scope are still accepted.')),
  },
  {
    id: 'security-scheme-changed',
    kind: 'changed',
    says: 'A security scheme that operations use works in another way.',
    side: 'request',
    ...bothWays(
      breaks('Credentials in the old form, or from the old place, are refused.'),
    ),
  },
  {
    id: 'server-added',
    kind: 'added',
    says: 'A server was added.',
    side: 'document',
    ...bothWays(safe('The servers that callers use stay.')),
  },
  {
    id: 'server-removed',
    kind: 'removed',
    says: 'A server was removed.',
    side: 'document',
    ...bothWays(breaks('Callers that use its URL find nothing there.')),
  },
  {
    id: 'server-variable-narrowed',
    kind: 'changed',
    says: 'A variable of a server lost a value or has another default.',
    side: 'document',
    ...bothWays(breaks('URLs made with the old value find nothing there.')),
  },
  {
    id: 'server-variable-widened',
    kind: 'changed',
    says: 'A variable of a server has more values.',
    side: 'document',
    ...bothWays(safe('URLs made with the old values still work.')),
  },
] as const
