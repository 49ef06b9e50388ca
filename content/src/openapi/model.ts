/**
 * What an OpenAPI document says, in the form in which it is shown: references are followed, `allOf`
 * is put together, and everything has a bound. Texts named Markdown are as their authors wrote them,
 * and are not to be trusted; values are JSON as text.
 */

export interface ApiSchema {
  /** The name under which the document shares it. */
  readonly name?: string
  readonly title?: string
  /** Markdown. */
  readonly description?: string
  /** Such as `string` or `array`; none if every value is allowed. */
  readonly types: readonly string[]
  readonly format?: string
  /** Whether nothing fits it. */
  readonly isNever?: true
  readonly isDeprecated?: true
  readonly isReadOnly?: true
  readonly isWriteOnly?: true
  readonly limits?: readonly ApiLimit[]
  readonly values?: readonly ApiValue[]
  readonly default?: string
  readonly examples?: readonly string[]
  readonly properties?: readonly ApiProperty[]
  /** Properties whose names follow an expression, which is never run. */
  readonly patternProperties?: readonly ApiProperty[]
  /** Of further properties; false if there may be none. */
  readonly additional?: ApiSchema | false
  readonly items?: ApiSchema
  /** Of the first items of a list, in their order. */
  readonly firstItems?: readonly ApiSchema[]
  readonly alternatives?: readonly ApiAlternatives[]
  readonly not?: ApiSchema
  /** Why its parts are left out: it contains itself, or there are too many. */
  readonly folded?: 'recursive' | 'bounded'
}

/** A bound of a value, such as `minLength` 1, by its name in JSON Schema. */
export interface ApiLimit {
  readonly name: string
  readonly value: string
}

export interface ApiValue {
  readonly value: string
  /** Markdown. */
  readonly description?: string
}

export interface ApiProperty {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: ApiSchema
}

export interface ApiAlternatives {
  readonly kind: 'oneOf' | 'anyOf'
  readonly schemas: readonly ApiSchema[]
  /** The property that tells which of them it is, and its values in their order, where known. */
  readonly discriminator?: {
    readonly property: string
    readonly values: readonly (string | null)[]
  }
}

export interface ApiExample {
  readonly name?: string
  readonly summary?: string
  /** Markdown. */
  readonly description?: string
  /** The text as it is sent. */
  readonly text: string
  /** Whether it was made from the schema, because the document gives none. */
  readonly isMade?: true
}

export interface ApiContent {
  readonly mediaType: string
  readonly schema?: ApiSchema
  readonly examples: readonly ApiExample[]
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie'
  readonly isRequired: boolean
  readonly isDeprecated?: true
  /** Markdown. */
  readonly description?: string
  readonly schema?: ApiSchema
  /** Set if the value is written in a format of its own, such as JSON. */
  readonly mediaType?: string
  readonly style: string
  readonly explode: boolean
  readonly examples: readonly ApiExample[]
}

export interface ApiHeader {
  readonly name: string
  readonly isRequired: boolean
  /** Markdown. */
  readonly description?: string
  readonly schema?: ApiSchema
}

export interface ApiResponse {
  /** Such as `200`, `4XX` or `default`. */
  readonly status: string
  /** Markdown. */
  readonly description?: string
  readonly headers: readonly ApiHeader[]
  readonly contents: readonly ApiContent[]
}

export interface ApiServer {
  /** With its variables in braces; relative addresses are resolved where that is possible. */
  readonly url: string
  /** Markdown. */
  readonly description?: string
  readonly variables: readonly {
    readonly name: string
    readonly default: string
    readonly values?: readonly string[]
    readonly description?: string
  }[]
}

export interface ApiSecurityScheme {
  /** Its name in the document. */
  readonly id: string
  readonly type:
    | 'apiKey'
    | 'basic'
    | 'bearer'
    | 'http'
    | 'oauth2'
    | 'openIdConnect'
    | 'mutualTLS'
  /** Of a key: where it is sent, and under which name. */
  readonly in?: 'header' | 'query' | 'cookie'
  readonly name?: string
  /** Of another `http` scheme its name; of a bearer token its format. */
  readonly detail?: string
  /** Markdown. */
  readonly description?: string
  /** The addresses of a sign-in, by what they are for. */
  readonly urls?: readonly { readonly purpose: string; readonly url: string }[]
}

/** Schemes that are needed together. */
export type ApiSecurity = readonly {
  readonly scheme: ApiSecurityScheme
  readonly scopes: readonly string[]
}[]

export interface ApiOperation {
  readonly kind: 'operation' | 'webhook'
  /** In lower case. */
  readonly method: string
  /** Of a webhook its name. */
  readonly path: string
  readonly operationId?: string
  readonly summary?: string
  /** Markdown. */
  readonly description?: string
  readonly isDeprecated?: true
  readonly tags: readonly string[]
  readonly docs?: { readonly url: string; readonly description?: string }
  readonly servers: readonly ApiServer[]
  /** Any one of these is enough; an empty one means that none is needed; no list: nothing is said. */
  readonly security?: readonly ApiSecurity[]
  readonly parameters: readonly ApiParameter[]
  readonly body?: {
    readonly isRequired: boolean
    /** Markdown. */
    readonly description?: string
    readonly contents: readonly ApiContent[]
  }
  readonly responses: readonly ApiResponse[]
  readonly callbacks: readonly {
    readonly name: string
    readonly expression: string
    readonly method: string
    readonly summary?: string
    readonly body?: readonly ApiContent[]
  }[]
}

export interface ApiSharedSchema {
  readonly kind: 'schema'
  readonly name: string
  readonly schema: ApiSchema
}

/** What one block shows. */
export type ApiPart = ApiOperation | ApiSharedSchema

export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly summary?: string
  /** Markdown. */
  readonly description?: string
  readonly terms?: string
  readonly contact?: {
    readonly name?: string
    readonly url?: string
    readonly email?: string
  }
  readonly license?: { readonly name: string; readonly url?: string }
  readonly docs?: { readonly url: string; readonly description?: string }
  readonly servers: readonly ApiServer[]
  readonly security: readonly ApiSecurityScheme[]
}

/** A page that is made of a specification. */
export interface ApiPage {
  /** What it is of, the same in every version: `info`, `tag:` and a name, `models`, `webhooks`. */
  readonly key: string
  readonly title: string
  /** Markdown. */
  readonly description?: string
  /** The parts on it, in their order, by kind and name (see `partName`). */
  readonly parts: readonly {
    readonly kind: ApiPart['kind']
    readonly name: string
    /** A heading for it. */
    readonly title: string
    /** Of what is shown of the part. */
    readonly hash: string
  }[]
  readonly pages: readonly ApiPage[]
}

/** The pages of a specification: one of its information, which holds those of its tags and schemas. */
export interface ApiPlan {
  readonly info: ApiInfo
  readonly page: ApiPage
}

/** The name by which a part is kept: `get /pets`, `post newPet` for a webhook, or a schema's. */
export function partName(part: ApiPart): string {
  return part.kind === 'schema' ? part.name : `${part.method} ${part.path}`
}
