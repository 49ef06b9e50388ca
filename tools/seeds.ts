import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** A seed that never changes: its cases were tried before, so the last change causes a failure. */
export function fixedSeed(name: string): number {
  return seedFrom('', name)
}

/**
 * A seed that is the same for every run of the same committed files, so that a failure can be
 * repeated, and changes with them; outside a repository the fixed seed.
 */
export function treeSeed(root: string, name: string): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root })
  return status === 0 ? seedFrom(String(stdout), name) : fixedSeed(name)
}

function seedFrom(text: string, name: string): number {
  return createHash('sha256').update(text).update(name).digest().readUInt32BE() >>> 1
}
