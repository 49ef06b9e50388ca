/** Why the coordinator is asked for what a node might have been asked for. */
export const leftReasons = [
  'several_organizations',
  'unknown_shard',
  'other_tables',
  'unreachable',
  'moved',
] as const

export type LeftReason = (typeof leftReasons)[number]
