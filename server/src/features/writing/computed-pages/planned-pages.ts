import { hash } from 'node:crypto'

import type { ApiPage, ApiPlan } from '@lectern/content/openapi/model.ts'
import {
  pageDescription,
  pageMarkdown,
  pageSlug,
  pageTitle,
} from '@lectern/content/openapi/page-markdown.ts'
import { setAttributes } from '@lectern/content/page/set-attributes.ts'
import { slugOfFile } from '@lectern/content/tree/slug.ts'

import { boundedSlug } from '#/content-store/write/public.ts'

/** A page as a plan gives it. */
export interface PlannedPage {
  readonly key: string
  /** The key of the page that it stands in; null for the root. */
  readonly parent: string | null
  readonly doc: 'info' | 'operations' | 'models'
  readonly title: string
  readonly description?: string
  readonly slug: string
  /** The bytes before the body. */
  readonly head: string
  readonly markdown: string
  /** Of everything that its blocks show. */
  readonly digest: string
  /** The keys of the pages in it, in their order. */
  readonly pages: readonly string[]
}

export interface PlanToMake {
  readonly slug: string
  readonly plan: ApiPlan | null
  /** Whether there are pages of schemas. */
  readonly models: boolean
}

/** The most pages of a specification; the last ones are left out, and no `more` is silent of it. */
const plannedPagesMax = 1_000

export interface Planned {
  /** Parents before the pages in them. */
  readonly pages: readonly PlannedPage[]
  /** How many pages the specification has beyond the bound. */
  readonly more: number
}

/** The pages of a plan with their Markdown, which takes a thread of its own. */
export function plannedPages({ slug, plan, models }: PlanToMake): Planned {
  if (plan === null) return { pages: [unread(slug)], more: 0 }
  const pages: PlannedPage[] = []
  const keys = new Set<string>()
  let more = 0
  const waiting: { page: ApiPage; parent: string | null }[] = [
    { page: plan.page, parent: null },
  ]
  for (const { page, parent } of waiting) {
    if (keys.has(page.key)) continue
    if (pages.length >= plannedPagesMax) {
      more += 1
      continue
    }
    keys.add(page.key)
    const below = page.pages.filter(({ key }) => models || !isOfModels(key))
    for (const each of below) waiting.push({ page: each, parent: page.key })
    pages.push(pageOf({ ...page, pages: below }, { parent, slug, plan }))
  }
  return { pages: pages.map((page) => withKnown(page, keys)), more }
}

/** The page without those in it that are beyond the bound. */
function withKnown(page: PlannedPage, keys: ReadonlySet<string>): PlannedPage {
  return { ...page, pages: page.pages.filter((key) => keys.has(key)) }
}

/** The root of a specification of which no version is shown yet. */
function unread(slug: string): PlannedPage {
  return {
    key: 'info',
    parent: null,
    doc: 'info',
    title: slug,
    slug: boundedSlug(slugOfFile(slug)),
    head: headOf(slug, undefined),
    markdown: '',
    digest: digestOf([]),
    pages: [],
  }
}

interface Placed {
  readonly parent: string | null
  readonly slug: string
  readonly plan: ApiPlan
}

function pageOf(page: ApiPage, { parent, slug, plan }: Placed): PlannedPage {
  const title = pageTitle(page)
  const description = pageDescription(page)
  return {
    key: page.key,
    parent,
    doc: docOf(page.key, parent),
    title,
    ...(description !== undefined && { description }),
    slug: boundedSlug(pageSlug(page)),
    head: headOf(title, description),
    markdown: pageMarkdown(page, slug, plan.info),
    digest: digestOf(page.parts.map(({ kind, name, hash: part }) => [kind, name, part])),
    pages: page.pages.map(({ key }) => key),
  }
}

function docOf(key: string, parent: string | null): PlannedPage['doc'] {
  if (parent === null) return 'info'
  return isOfModels(key) ? 'models' : 'operations'
}

function isOfModels(key: string): boolean {
  return key.startsWith('models')
}

function headOf(title: string, description: string | undefined): string {
  return setAttributes('', { title, ...(description !== undefined && { description }) })
}

/** A short digest of what blocks show: it changes whenever anything of that does. */
export function digestOf(shown: readonly (readonly (string | null)[])[]): string {
  return hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22)
}
