import path from 'node:path'

/** The facts about a gate that are known without running it. */
export interface ListedGate {
  readonly folder: 'content' | 'server' | 'sites'
  /** The time of a run for every change, on two cores beside another gate. */
  readonly seconds: number
  /** The goal of the gate in a few words. */
  readonly goal: string
  /** Whether a release runs more of the gate: times, or cases that take too long for a change. */
  readonly release?: true
  /** The options that give the gate the size named in its goal. */
  readonly full?: readonly string[]
}

/** The lane of every change ends within this time, on two cores, two gates at a time. */
export const pushSecondsMax = 1110

const everyWay = 'nothing wrong in any way that is tried'

const gates = {
  anchors: {
    folder: 'content',
    seconds: 10,
    goal: '≥ 99 % of blocks that are still there are found, none is taken for another',
    full: ['--full'],
  },
  authz: {
    folder: 'server',
    seconds: 173,
    goal: 'nobody reads, changes or can tell what is not theirs',
    release: true,
    full: ['--seconds=900'],
  },
  bench: {
    folder: 'server',
    seconds: 31,
    goal: 'one statement a read, three round trips a write; within twice the goals that stand beside each figure',
    release: true,
    full: ['--seconds=600'],
  },
  bombs: {
    folder: 'content',
    seconds: 16,
    goal: '≤ 2 s of processor and ≤ 256 MB for every hostile page',
  },
  contract: {
    folder: 'server',
    seconds: 203,
    goal: 'no answer ≥ 500, none that the contract does not say, ≥ 10,000 requests',
    release: true,
  },
  deploy: {
    folder: 'server',
    seconds: 78,
    goal: 'no request failed, no job lost',
    full: ['--seconds=300'],
  },
  fidelity: {
    folder: 'content',
    seconds: 6,
    goal: 'every page comes back byte for byte',
  },
  'fidelity-http': {
    folder: 'server',
    seconds: 25,
    goal: 'every page and file comes back byte for byte',
    full: ['--full'],
  },
  fsck: {
    folder: 'server',
    seconds: 60,
    goal: 'every damage is found, nothing else is reported; ≥ 50,000 pages/s at full size',
    release: true,
    full: ['--full'],
  },
  growth: {
    folder: 'server',
    seconds: 112,
    goal: 'what is large costs ≤ 1.5 × what is small costs; ≤ 16 KB of WAL for an edit',
    release: true,
    full: ['--full'],
  },
  hosts: {
    folder: 'sites',
    seconds: 25,
    goal: 'each host gets what it names, and nothing that is kept grows by how it is written',
    release: true,
  },
  idempotency: {
    folder: 'server',
    seconds: 32,
    goal: 'sent five times, done once, answered alike',
    full: ['--seconds=100'],
  },
  import: {
    folder: 'server',
    seconds: 30,
    goal: '≥ 0.6 of the speed of parsing alone, ≥ 2,500 pages/s stored',
    release: true,
    full: ['--pages=10000', '--seconds=300'],
  },
  kill9: {
    folder: 'server',
    seconds: 64,
    goal: 'no acknowledged write lost, no refused one stored',
    full: ['--seconds=600'],
  },
  merge: {
    folder: 'server',
    seconds: 31,
    goal: 'one order of revisions, nothing lost or twice; ≥ 0.10 of bare compare-and-set',
    release: true,
    full: ['--full'],
  },
  'merge-cost': {
    folder: 'server',
    seconds: 30,
    goal: 'rows and statements of a merge do not depend on the space around it',
    release: true,
  },
  migrate: {
    folder: 'server',
    seconds: 37,
    goal: 'no request failed, no wait for a lock above 100 ms',
    release: true,
  },
  model: {
    folder: 'server',
    seconds: 26,
    goal: 'the server answers as its model does',
    full: ['--full'],
  },
  openapi: {
    folder: 'sites',
    seconds: 60,
    goal: 'every hostile specification read or refused in time, nothing runs, no private address asked; ≤ 256 MB',
    release: true,
  },
  'openapi-specs': {
    folder: 'sites',
    seconds: 10,
    goal: '≥ 60 real specifications read or refused in words, no operation lost; p99 of page reads beside ≤ 1.2 × quiet',
    release: true,
  },
  outbox: {
    folder: 'server',
    seconds: 63,
    goal: 'no event lost, made up or out of order; retaken within 15 s',
    release: true,
    full: ['--seconds=300'],
  },
  overload: {
    folder: 'sites',
    seconds: 34,
    goal: 'no neighbour refused, who asks too much gets 429, strangers leave nothing, memory as documented; p99 ≤ 3 × quiet',
    release: true,
  },
  'parse-speed': {
    folder: 'content',
    seconds: 6,
    goal: '≤ 1.5 × the time of remark',
    release: true,
  },
  plans: {
    folder: 'server',
    seconds: 96,
    goal: 'no statement reads a large table as a whole or ten rows for one',
    release: true,
  },
  private: {
    folder: 'sites',
    seconds: 97,
    goal: 'nobody sees what is not for them',
    full: ['--seconds=120'],
  },
  publish: {
    folder: 'sites',
    seconds: 23,
    goal: 'nothing stale for who merged, ≤ 3 bodies rendered again; p99 ≤ 100 ms beyond the merge at full size',
    release: true,
    full: ['--full'],
  },
  purge: {
    folder: 'server',
    seconds: 28,
    goal: 'back until the seventh day, and then no trace of 1,000 canaries',
  },
  redos: {
    folder: 'server',
    seconds: 24,
    goal: 'every regular expression is linear',
  },
  roundtrip: {
    folder: 'content',
    seconds: 23,
    goal: everyWay,
    full: ['--seconds=600'],
  },
  saml: {
    folder: 'server',
    seconds: 31,
    goal: 'no hostile answer of an identity provider accepted, every honest one of two real ones',
    release: true,
    full: ['--seconds=300'],
  },
  search: {
    folder: 'server',
    seconds: 15,
    goal: 'recall@5 ≥ 0.95; a new page found within 1 s',
    release: true,
  },
  'search-size': {
    folder: 'server',
    seconds: 44,
    goal: 'no search fails, reads ≤ 12,000 buffers; p99 ≤ 300 ms, a restricted reader ≤ 2 × an admin',
    release: true,
    full: ['--full'],
  },
  serving: {
    folder: 'sites',
    seconds: 25,
    goal: 'a page that was read comes from memory, at ≥ 70 % of the speed of a bare route',
    release: true,
  },
  sessions: {
    folder: 'server',
    seconds: 26,
    goal: 'no copied, given or forged cookie works; guesses bounded; nobody told who has an account',
    release: true,
  },
  ssrf: {
    folder: 'server',
    seconds: 29,
    goal: 'no byte reaches an address that is not public',
  },
  survive: {
    folder: 'sites',
    seconds: 29,
    goal: 'every public page is answered while database and api are away',
    full: ['--full'],
  },
  'three-way': {
    folder: 'content',
    seconds: 34,
    goal: everyWay,
    full: ['--full'],
  },
  tokens: {
    folder: 'server',
    seconds: 43,
    goal: 'no secret in a dump or a log; revoked within 1 s everywhere',
    release: true,
  },
  transfer: {
    folder: 'server',
    seconds: 29,
    goal: 'at every moment in one organization, with all edits',
    full: ['--pages=10000', '--seconds=120'],
  },
  weight: {
    folder: 'sites',
    seconds: 76,
    goal: 'scripts ≤ 60 KB, styles ≤ 40 KB, no fault found by axe; Lighthouse ≥ 95',
    release: true,
  },
  xss: {
    folder: 'sites',
    seconds: 56,
    goal: 'nothing of what is written or sent runs',
    full: ['--full'],
  },
} as const satisfies Readonly<Record<string, ListedGate>>

export type GateName = keyof typeof gates

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the record above
export const gateNames = Object.keys(gates) as readonly GateName[]

export function gateOf(name: GateName): ListedGate {
  return gates[name]
}

export function programOf(name: GateName): string {
  return path.join(gates[name].folder, 'test/gates', name, `${name}.ts`)
}

/**
 * Not a gate: tests that need a browser, a bucket or a package manager, which `npm test` leaves
 * out.
 */
export const engines = { name: 'engines', program: 'tools/test.ts', seconds: 330 }
