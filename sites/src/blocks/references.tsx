import type {
  ContentRefBlock,
  Integration,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Swagger,
} from '@lectern/content/document/nodes.ts'
import { fragmentNamed } from '@lectern/content/document/walk.ts'
import type { ReactNode } from 'react'

import { label } from './bounds.ts'
import { PlainCode } from './code.tsx'
import { diagramSourceOf } from './diagram-source.ts'
import { DiagramView } from './diagram.tsx'
import { LinkCard } from './link-card.tsx'
import { destinationOf, outside } from './links.tsx'
import { ApiOperationView, ApiSchemasView } from './openapi/blocks.tsx'
import type { BlockProps, Page } from './page.ts'
import { assetOf } from './pictures.tsx'

/** A reference as a card with a link; without a destination, the author's fallback, if any. */
export function ContentRefView({ block, page }: BlockProps<ContentRefBlock>) {
  const to = destinationOf(page, block.data.ref)
  if (to !== undefined) return <LinkCard to={to} page={page} />
  return page.flow(fragmentNamed(block, 'fallback')?.nodes ?? [])
}

/**
 * Sites do not run integrations: the block shows its URL as a link, or else its text; diagrams are
 * drawn.
 */
export function IntegrationView({ block, page }: BlockProps<Integration>) {
  const { url, props } = block.data
  const to = url === undefined ? undefined : outside(url)
  if (to !== undefined) return <LinkCard to={to} page={page} />
  const { content } = props
  if (typeof content !== 'string' || content.trim() === '') return null
  const source = diagramSourceOf(block)
  const code = <PlainCode text={content} page={page} />
  return source === undefined ? (
    code
  ) : (
    <DiagramView source={source} page={page} code={code} />
  )
}

export function SwaggerView({ block, page }: BlockProps<Swagger>) {
  const { ref, path, method } = block.data
  const asset = assetOf(page, ref)
  const unread = (
    <ApiBlock block={block} page={page} method={method} subject={path}>
      {asset !== undefined && (
        <LinkCard
          to={{
            href: asset.src,
            title: asset.name,
            isExternal: /^https?:/iu.test(asset.src),
          }}
          page={page}
        />
      )}
    </ApiBlock>
  )
  return <ApiOperationView block={block} page={page} unread={unread} />
}

export function OpenApiOperationView({ block, page }: BlockProps<OpenApiOperation>) {
  const { path, method } = block.data
  const unread = <ApiBlock block={block} page={page} method={method} subject={path} />
  return <ApiOperationView block={block} page={page} unread={unread} />
}

export function OpenApiWebhookView({ block, page }: BlockProps<OpenApiWebhook>) {
  const { name, method } = block.data
  const unread = <ApiBlock block={block} page={page} method={method} subject={name} />
  return <ApiOperationView block={block} page={page} unread={unread} />
}

export function OpenApiSchemasView({ block, page }: BlockProps<OpenApiSchemas>) {
  const subject = block.data.schemas.slice(0, schemasMax).join(', ')
  const unread = <ApiBlock block={block} page={page} method="" subject={subject} />
  return <ApiSchemasView block={block} page={page} unread={unread} />
}

const schemasMax = 100

type ApiDescription = Swagger | OpenApiOperation | OpenApiWebhook | OpenApiSchemas

function ApiBlock({
  block,
  page,
  method,
  subject,
  children,
}: BlockProps<ApiDescription> & {
  method: string
  subject: string
  children?: ReactNode
}) {
  const fallback = fragmentNamed(block, 'fallback')?.nodes ?? []
  return (
    <div className="api" id={page.idOf(block)}>
      <ApiLine method={method} subject={subject} />
      {fallback.length > 0 ? page.flow(fallback) : children}
      {fallback.length === 0 && specificationOf(block, page)}
    </div>
  )
}

function ApiLine({ method, subject }: { method: string; subject: string }) {
  const verb = label(method).toUpperCase()
  const name = label(subject)
  if (verb === '' && name === '') return null
  return (
    <p className="api-line" dir="ltr">
      {verb !== '' && <span className="api-method">{verb}</span>}
      {name !== '' && <code>{name}</code>}
    </p>
  )
}

function specificationOf({ data: { ref } }: ApiDescription, page: Page): ReactNode {
  if (ref.kind !== 'openapi') return null
  const to = destinationOf(page, ref)
  return to === undefined ? null : <LinkCard to={to} page={page} />
}
