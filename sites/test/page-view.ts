import type { FlowBlock, JSONDocument } from '@lectern/content/document/nodes.ts'
import type { ContentRef } from '@lectern/content/document/references.ts'
import { read } from '@lectern/content/read/read.ts'

import type { BodyContext, BodyView } from '#/model.ts'

/** A page of a site in which every relative path leads to a page, and every file is there. */
export const context: BodyContext = {
  language: 'en',
  direction: 'ltr',
  opensExternalLinksInNewTab: false,
  searchHref: '/docs/search',
  resolve(ref) {
    if (ref.kind === 'user') return undefined
    const spelling = spellingOf(ref)
    if (/^[a-z][a-z\d+.-]*:/iu.test(spelling) && ref.kind === 'url') {
      return { href: spelling, title: spelling, isExternal: true }
    }
    return {
      href: spelling.startsWith('#')
        ? spelling
        : `/docs/${encodeURI(spelling.toWellFormed())}`,
      title: 'Install Lectern',
      description: 'From nothing to a running server',
      emoji: '📦',
      isExternal: false,
    }
  },
  asset(ref) {
    const spelling = ref.kind === 'url' ? ref.url : ref.file
    const name = spelling.split('/').at(-1) ?? spelling
    const isDocument = name.endsWith('.pdf')
    return {
      src: /^[a-z]+:/iu.test(spelling)
        ? spelling
        : `/files/${encodeURI(spelling.toWellFormed())}`,
      name,
      ...(isDocument ? { bytes: 1_234_567 } : { width: 1200, height: 675 }),
    }
  },
  reusable: (id) => (id === 'warning' ? warning : undefined),
}

function spellingOf(ref: ContentRef): string {
  if (ref.kind === 'url') return ref.url
  return ref.kind === 'anchor' ? `#${ref.anchor}` : `${ref.kind}/x`
}

const warning: JSONDocument = read(
  '{% hint style="warning" %}\nThis is written once and shown on many pages.\n{% endhint %}\n',
).document

export function documentOf(...nodes: readonly FlowBlock[]): JSONDocument {
  return { object: 'document', data: {}, nodes }
}

export function viewOf(
  body: string | JSONDocument,
  given: Partial<Omit<BodyView, 'context'>> & { context?: Partial<BodyContext> } = {},
): BodyView {
  return {
    title: 'Every block',
    description: 'One page with all that a page can hold',
    layout: {
      title: true,
      description: true,
      outline: true,
      tableOfContents: true,
      pagination: true,
      metadata: true,
      width: 'default',
    },
    ...given,
    document: typeof body === 'string' ? read(body).document : body,
    context: { ...context, ...given.context },
  }
}
