import { readRepository, type RepositoryReading } from '#/repository/read-repository.ts'
import type { ContentTree, Entry } from '#/tree/entries.ts'
import { titleOf } from '#/tree/tree.ts'

const encoder = new TextEncoder()

const summary = `# Table of contents

* [Welcome](README.md)
* [Plain](plain.md "Short")

## Guides <a href="#how-to" id="how-to"></a>

* [Start](how-to/start/README.md)
  * [First *steps*](how-to/start/first-steps.md)
  * [Elsewhere](https://example.org/a_b)
* Only words
  * [Deep](deep/page.md)

<!-- the reference is generated -->
## Reference

* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  \`\`\`
* [Steps again](how-to/start/first-steps.md#go)
* [Missing](missing.md)

***

* [Changes](./changes.md)
`

export const pages: Readonly<Record<string, string>> = {
  'README.md': '# Welcome\n\nHello\n',
  'plain.md': '---\nicon: leaf\n---\n\n# Plain\n\nText',
  'how-to/start/README.md': '# Start\n\nText\n',
  'how-to/start/first-steps.md': '\uFEFF# First steps\r\n\r\nText\r\n',
  'deep/page.md': 'No heading.\n',
  'changes.md': '# Changelog\n\nText\n',
}

export const others: Readonly<Record<string, string>> = {
  'SUMMARY.md': summary,
  '.gitbook.yaml':
    '# where\nroot: ./\n\nredirects:\n  old: ./how-to/start/first-steps.md # moved\n',
  '.gitbook/vars.yaml': 'version: 1.0\n# who\nname: "A"\n',
  '.gitbook/assets/a b.png': 'png',
  '.gitbook/includes/note.md': '---\ntitle: The note\n---\n\n# In the text\n',
  'notes.md': '# Not listed\n',
  'scripts/build.sh': 'echo\n',
}

/** A small space with everything that a repository can say. */
export function readSample(): RepositoryReading {
  return readRepository(toFiles({ ...pages, ...others }))
}

export function find(tree: ContentTree, title: string): Entry {
  const entry = [...tree.entries.values()].find(
    ({ attributes }) => attributes['title'] === title,
  )
  if (entry === undefined) throw new Error(`There is no ${title}`)
  return entry
}

export function outline(tree: ContentTree): readonly string[] {
  const lines: string[] = []
  const walk = (parent: string | null, depth: number) => {
    const children = [...tree.entries.values()]
      .filter((entry) => entry.parent === parent && entry.position !== '')
      .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    for (const entry of children) {
      lines.push(`${'- '.repeat(depth)}${entry.kind} ${titleOf(entry)}`)
      walk(entry.id, depth + 1)
    }
  }
  walk(null, 0)
  return lines
}

export function toFiles(
  texts: Readonly<Record<string, string>>,
): Map<string, Uint8Array> {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)]),
  )
}
