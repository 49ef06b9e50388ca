import { type BodyValues, bodyOf, type RequestBody } from './request-body.ts'
import {
  type Header,
  parameterKey,
  type Problem,
  RequestDraft,
  type Secret,
} from './request-draft.ts'
import { concreteType, type RequestShape } from './request-shape.ts'
import { serverUrl } from './servers.ts'

/** What a reader chose and typed; `Attached` is a file. */
export interface RequestValues<Attached = never> {
  readonly server: number
  readonly variables: ReadonlyMap<string, string>
  /** Which of the ways to sign in; -1 for none. */
  readonly security: number
  /** By the id of a scheme. */
  readonly secrets: ReadonlyMap<string, Secret>
  /** As typed, by `parameterKey`; what is absent is not sent. */
  readonly parameters: ReadonlyMap<string, string>
  readonly body?: BodyValues<Attached>
}

export type BuiltRequest<Attached = never> =
  | ReadyRequest<Attached>
  | { readonly kind: 'wrong'; readonly problems: readonly Problem[] }

export interface ReadyRequest<Attached = never> {
  readonly kind: 'ready'
  /** In upper case. */
  readonly method: string
  readonly url: string
  readonly headers: readonly Header[]
  readonly body?: RequestBody<Attached>
  /** Cookies, which no page may send to another host. */
  readonly leftOut: readonly string[]
}

/** The request that values make of an operation, or what is wrong with them. */
export function buildRequest<Attached = never>(
  shape: RequestShape,
  values: RequestValues<Attached>,
): BuiltRequest<Attached> {
  const draft = new RequestDraft()
  for (const parameter of shape.parameters) {
    draft.add(parameter, values.parameters.get(parameterKey(parameter)) ?? '')
  }
  for (const scheme of shape.security[values.security] ?? []) {
    draft.sign(scheme, values.secrets.get(scheme.id) ?? { value: '' })
  }
  const body = addBody(draft, shape, values.body)
  const server = shape.servers[values.server]
  const base = server && serverUrl(server, values.variables)
  if (base === undefined) draft.problems.push({ field: 'server', reason: 'server' })
  const { problems, headers, leftOut } = draft
  if (base === undefined || problems.length > 0) return { kind: 'wrong', problems }
  return {
    kind: 'ready',
    method: shape.method.toUpperCase(),
    url: base + draft.pathOf(shape.path),
    headers,
    ...(body !== undefined && { body }),
    leftOut,
  }
}

function addBody<Attached>(
  draft: RequestDraft,
  { contents, isBodyRequired }: RequestShape,
  values: BodyValues<Attached> | undefined,
): RequestBody<Attached> | undefined {
  const content = contents[values?.content ?? 0]
  if (content === undefined) return undefined
  const before = draft.problems.length
  const body = bodyOf(content, values, draft.problems)
  if (body === undefined) {
    const isMissing = isBodyRequired === true && draft.problems.length === before
    if (isMissing) draft.problems.push({ field: 'body', reason: 'required' })
    return undefined
  }
  // Whoever sends a multipart body says itself what divides its parts.
  if (body.kind !== 'multipart') {
    draft.addHeader('body', ['Content-Type', concreteType(body.mediaType)])
  }
  return body
}
