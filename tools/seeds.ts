import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** The same for ever: what it draws was tried before, so a failure is the doing of the last change. */
export function fixedSeed(name: string): number {
  return seedFrom('', name)
}

/**
 * The same for every run of the same committed files, so that a failure can be repeated, and another after
 * the next change; outside a repository the fixed one.
 */
export function treeSeed(root: string, name: string): number {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root })
  return status === 0 ? seedFrom(String(stdout), name) : fixedSeed(name)
}

function seedFrom(text: string, name: string): number {
  return createHash('sha256').update(text).update(name).digest().readUInt32BE() >>> 1
}
