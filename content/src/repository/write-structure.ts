import type { ContentTree } from '#/tree/entries.ts'
import { configPath, type RepositoryConfig } from './config.ts'
import { writeSummary } from './summary/write-summary.ts'
import { writeVariables } from './variables.ts'

/**
 * The files of a repository besides pages and other entries, by path: the place of an unusual home,
 * the order of the pages, the variables. `paths` has the file of each entry, by id.
 */
export function writeStructure(
  { entries, variables }: ContentTree,
  { root, readmePath }: Pick<RepositoryConfig, 'root' | 'readmePath'>,
  paths: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const config = configOf(root, readmePath.slice(root.length))
  const yaml = writeVariables(variables)
  return new Map([
    ...(config === '' ? [] : [[configPath, config] as const]),
    [`${root}SUMMARY.md`, writeSummary(entries, root, paths)],
    ...(yaml === '' ? [] : [[`${root}.gitbook/vars.yaml`, yaml] as const]),
  ])
}

function configOf(root: string, readme: string): string {
  return [
    ...(root === '' ? [] : [`root: ${JSON.stringify(`./${root}`)}\n`]),
    ...(readme === 'README.md'
      ? []
      : [`structure:\n  readme: ${JSON.stringify(readme)}\n`]),
  ].join('')
}
