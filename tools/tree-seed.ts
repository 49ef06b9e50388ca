import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/**
 * A seed that is the same for every run of the same committed files, so that a failure can be repeated,
 * and another after the next change; undefined outside a repository.
 */
export function treeSeed(root: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { cwd: root })
  if (status !== 0) return undefined
  const digest = createHash('sha256').update(stdout).update(name).digest()
  return digest.readUInt32BE() >>> 1
}
