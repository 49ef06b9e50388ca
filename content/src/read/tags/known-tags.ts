/**
 * The form of a tag: `container` needs its end tag, `optional` may have one, `void` has none;
 * `legacy` is a container that stays verbatim with its content.
 */
export type TagForm = 'container' | 'optional' | 'void' | 'legacy'

const forms: ReadonlyMap<string, TagForm> = new Map([
  ...named(
    'container',
    'hint tabs tab stepper step columns column code if updates update prompt',
  ),
  ...named(
    'optional',
    'content-ref embed file openapi openapi-operation openapi-schemas openapi-webhook',
  ),
  ...named('void', 'include page-ref'),
  ...named(
    'legacy',
    'swagger swagger-description swagger-parameter swagger-response ' +
      'api-method api-method-summary api-method-description api-method-spec ' +
      'api-method-request api-method-response api-method-response-example ' +
      'api-method-response-example-description api-method-path-parameters ' +
      'api-method-query-parameters api-method-headers api-method-form-data-parameters ' +
      'api-method-body-parameters api-method-parameter',
  ),
])

/** The form of a tag; undefined for unknown tags and for end tags. */
export function tagForm(name: string): TagForm | undefined {
  return name.startsWith('@') ? 'void' : forms.get(name)
}

/** The name of the known tag that this end tag closes, if any. */
export function endedTag(name: string): string | undefined {
  if (!name.startsWith('end')) return undefined
  const ended = name.slice('end'.length)
  const form = forms.get(ended)
  return form === undefined || form === 'void' ? undefined : ended
}

function named(form: TagForm, names: string): [string, TagForm][] {
  return names.split(' ').map((name) => [name, form])
}
