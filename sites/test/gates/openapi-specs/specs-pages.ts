import { plainText } from '@lectern/content/look/plain-text.ts'
import type { ApiPage, ApiPlan } from '@lectern/content/openapi/model.ts'
import { pageMarkdown } from '@lectern/content/openapi/page-markdown.ts'
import { read } from '@lectern/content/read/read.ts'

/** What the Markdown of the pages of a specification has when it is read back. */
export function operationsOnPages({ info, page }: ApiPlan): {
  readonly pages: number
  /** As `operation get /pets`. */
  readonly names: ReadonlySet<string>
} {
  const names = new Set<string>()
  const pages = pagesOf(page)
  for (const each of pages) {
    for (const block of read(pageMarkdown(each, 'spec', info)).document.nodes) {
      if (block.type === 'openapi-operation') {
        names.add(`operation ${block.data.method} ${block.data.path}`)
      } else if (block.type === 'openapi-webhook') {
        names.add(`webhook ${block.data.method} ${block.data.name}`)
      } else if (block.type === 'paragraph') {
        // An operation whose name no block can have is named in words.
        const [, method = '', place = ''] = /^([A-Z]+) (.+)$/.exec(plainText(block)) ?? []
        names.add(`operation ${method.toLowerCase()} ${place}`)
        names.add(`webhook ${method.toLowerCase()} ${place}`)
      }
    }
  }
  return { pages: pages.length, names }
}

function pagesOf(page: ApiPage): readonly ApiPage[] {
  return [page, ...page.pages.flatMap((each) => pagesOf(each))]
}
