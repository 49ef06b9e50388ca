import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { read } from '@lectern/content/read/read.ts'

import { updatesIn } from './rss.ts'

const markdown = `{% updates format="full" %}
{% update date="2026-01-02" tags="api" %}
## Faster

All requests are.

\`\`\`mermaid
graph LR
  Billing --> Ledger
\`\`\`
{% endupdate %}
{% endupdates %}
`

describe('the entries of a feed', () => {
  it('have the text of their update, without its heading and the source of its diagrams', () => {
    const { document } = read(markdown)
    const [entry] = updatesIn(document, 'https://docs.example/changes')
    assert.deepEqual([entry?.title, entry?.summary], ['Faster', 'All requests are.'])
  })
})
