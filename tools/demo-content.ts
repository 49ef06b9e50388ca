import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { drawScene, type Scene } from './demo-pictures.ts'

const root = path.resolve(import.meta.dirname, '..')

const day: Omit<Scene, 'width' | 'height'> = {
  sky: [
    [186, 214, 247],
    [247, 237, 226],
  ],
  hills: [
    [137, 166, 208],
    [92, 123, 178],
    [52, 78, 134],
  ],
}
const night: Omit<Scene, 'width' | 'height'> = {
  sky: [
    [16, 20, 44],
    [74, 63, 110],
  ],
  hills: [
    [48, 47, 92],
    [33, 34, 70],
    [20, 22, 48],
  ],
}
const dawn: Omit<Scene, 'width' | 'height'> = {
  sky: [
    [250, 205, 180],
    [253, 240, 220],
  ],
  hills: [
    [226, 154, 132],
    [180, 106, 110],
    [112, 66, 92],
  ],
}

const pictures: Readonly<Record<string, Scene>> = {
  'logo.png': { ...day, width: 64, height: 64 },
  'side.png': { ...dawn, width: 480, height: 360 },
  'landscape.png': { ...day, width: 1120, height: 560 },
  'light.png': { ...day, width: 1200, height: 480 },
  'dark.png': { ...night, width: 1200, height: 480 },
  'one.png': { ...dawn, width: 640, height: 420 },
  'two.png': { ...night, width: 640, height: 420 },
  'start.png': { ...day, width: 640, height: 320 },
  'write.png': { ...dawn, width: 640, height: 320 },
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 120" width="640" height="120" font-family="sans-serif" font-size="18" text-anchor="middle"><g fill="#eef2fb" stroke="#5c7bb2" stroke-width="2"><rect x="10" y="30" width="160" height="60" rx="10"/><rect x="240" y="30" width="160" height="60" rx="10"/><rect x="470" y="30" width="160" height="60" rx="10"/></g><g stroke="#5c7bb2" stroke-width="2"><path d="M170 60h64m-10-6 10 6-10 6M400 60h64m-10-6 10 6-10 6" fill="none"/></g><g fill="#1c2a4a"><text x="90" y="66">Markdown</text><text x="320" y="66">Document</text><text x="550" y="66">Page</text></g></svg>
`

const install = `# Install Lectern

From nothing to a running server.

\`\`\`sh
npm ci
npm run dev
\`\`\`
`

const warning = `{% hint style="warning" %}
This is written once and shown on many pages.
{% endhint %}
`

const changelog = `# Changelog

What is new, and since when.

{% updates format="full" %}
{% update date="2026-11-15" tags="added" %}
## Sites

Spaces are published to readers.
{% endupdate %}

{% update date="2026-10-01" tags="added,fixed" %}
## Change requests

Changes are proposed, reviewed and merged.
{% endupdate %}
{% endupdates %}
`

const landing = `---
description: >-
  Documentation that people like to read, on servers of your own: written in Markdown, reviewed
  like code, published in a moment.
layout:
  width: wide
  tableOfContents:
    visible: false
  outline:
    visible: false
  pagination:
    visible: false
---

# Write it once, and everybody finds it

<a href="guides/install.md" class="button primary" data-icon="rocket">Get started</a> <a href="README.md" class="button secondary" data-icon="shapes">See every block</a>

<button type="button" class="button secondary" data-action="search" data-icon="magnifying-glass">Search the documentation…</button>

## Where to begin

<table data-view="cards"><thead><tr><th></th><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><i class="fa-pen-to-square">:pen-to-square:</i></td><td><strong>Write</strong></td><td>Pages, tabs, cards and diagrams in plain Markdown.</td><td><a href="README.md">README.md</a></td></tr><tr><td><i class="fa-code-pull-request">:code-pull-request:</i></td><td><strong>Review</strong></td><td>Every change is proposed, discussed and merged.</td><td><a href="changelog.md">changelog.md</a></td></tr><tr><td><i class="fa-globe">:globe:</i></td><td><strong>Publish</strong></td><td>A fast site of your own, light and dark.</td><td><a href="guides/install.md">guides/install.md</a></td></tr><tr><td><i class="fa-magnifying-glass-chart">:magnifying-glass-chart:</i></td><td><strong>Find</strong></td><td>A search that knows the sections of every page.</td><td><a href="guides/install.md">guides/install.md</a></td></tr></tbody></table>

## Two ways in

<table data-view="cards" data-card-size="large"><thead><tr><th></th><th></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>For operators</strong></td><td>From nothing to a running server.</td><td><a href="start.png">start.png</a></td><td><a href="guides/install.md">guides/install.md</a></td></tr><tr><td><strong>For writers</strong></td><td>One page with all that a page can hold.</td><td><a href="write.png">write.png</a></td><td><a href="README.md">README.md</a></td></tr></tbody></table>
`

/** Writes a folder with a page of every block, and the pages and files that this page refers to. */
export async function writeEveryBlock(folder: string): Promise<string> {
  const body = await readFile(path.join(root, 'sites/test/every-block.md'), 'utf8')
  await write(folder, {
    'README.md': `# Every block\n\n${body.replace('"/reusable-content/warning"', '".gitbook/includes/warning.md"')}`,
    'guides/install.md': install,
    'changelog.md': changelog,
    'landing.md': landing,
    '.gitbook/includes/warning.md': warning,
    'SUMMARY.md':
      '# Summary\n\n- [Every block](README.md)\n- [Install Lectern](guides/install.md)\n- [Changelog](changelog.md)\n- [A landing page](landing.md)\n',
    'diagram.drawing.svg': drawing,
    'report.pdf': `%PDF-1.4\n${'% figures\n'.repeat(5000)}%%EOF\n`,
    ...Object.fromEntries(
      Object.entries(pictures).map(([name, scene]) => [name, drawScene(scene)]),
    ),
  })
  return folder
}

/** Writes a folder with a page of every block for readers from right to left. */
export async function writeRightToLeft(folder: string): Promise<string> {
  const body = await readFile(path.join(root, 'sites/test/right-to-left.md'), 'utf8')
  await write(folder, {
    'README.md': `# كل الكتل\n\n${body}`,
    'guides/install.md': '# التثبيت\n\nمن لا شيء إلى خادم يعمل.\n',
    'SUMMARY.md':
      '# Summary\n\n- [كل الكتل](README.md)\n- [التثبيت](guides/install.md)\n',
  })
  return folder
}

async function write(
  folder: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(folder, name)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content)
  }
}
