import {
  answers,
  born,
  byId,
  create,
  health,
  json,
  label,
  list,
  ref,
  schemas,
  text,
  type LabelledChange,
} from './labelled-change.ts'

export const answersOfCalls: readonly LabelledChange[] = [
  label(
    'the status of success changes',
    'removal',
    [`${byId}/get/responses/200`, undefined],
    [`${byId}/get/responses/201`, { description: 'The pet', ...json(ref('Pet')) }],
  ),
  label('a refusal comes', 'harmless', [
    `${byId}/get/responses/429`,
    { description: 'Too many' },
  ]),
  label('a media type of an answer goes', 'removal', [
    `${list}/responses/200/content/text~1csv`,
    undefined,
  ]),
  label('a media type of an answer comes', 'harmless', [
    `${list}/responses/200/content/application~1xml`,
    { schema: text },
  ]),
  label('a field of an answer goes', 'removal', [
    `${schemas}/Pet/properties/nick`,
    undefined,
  ]),
  label(
    'a required field of an answer goes',
    'removal',
    [`${schemas}/Pet/properties/id`, undefined],
    [`${schemas}/Pet/required`, ['name']],
  ),
  label('a field of an answer may be missing', 'breaks', [
    `${schemas}/Pet/required`,
    ['id'],
  ]),
  label('a field of an answer is always there', 'harmless', [
    `${schemas}/Pet/required`,
    ['id', 'name', 'nick'],
  ]),
  label('a field of an answer comes', 'harmless', [
    `${schemas}/Pet/properties/age`,
    { type: 'integer' },
  ]),
  label(
    'a choice that is answered comes',
    'breaks',
    [`${schemas}/Pet/properties/event/oneOf/-`, ref('Slept')],
    [`${schemas}/Pet/properties/event/discriminator/mapping/slept`, ref('Slept').$ref],
  ),
  label(
    'a choice that is answered goes',
    'harmless',
    [`${schemas}/Pet/properties/event/oneOf/1`, undefined],
    [`${schemas}/Pet/properties/event/discriminator/mapping/walked`, undefined],
  ),
  label('a header of an answer goes', 'removal', [
    `${list}/responses/200/headers/X-Total`,
    undefined,
  ]),
  label('a header of an answer may be missing', 'breaks', [
    `${list}/responses/200/headers/X-Total/required`,
    false,
  ]),
  label('a header of an answer is always there', 'harmless', [
    `${list}/responses/200/headers/X-Next/required`,
    true,
  ]),
  label('a header of an answer comes', 'harmless', [
    `${list}/responses/200/headers/X-Age`,
    { schema: text },
  ]),
  label('a header of an answer becomes text', 'breaks', [
    `${list}/responses/200/headers/X-Total/schema/type`,
    'string',
  ]),
  label('a list is put into an object', 'breaks', [
    `${list}/responses/200/content/application~1json/schema`,
    { type: 'object', properties: { items: { type: 'array', items: ref('Pet') } } },
  ]),
  label('an answer has a body no more', 'removal', [
    `${create}/responses/201/content`,
    undefined,
  ]),
  label('an answer has an example', 'harmless', [
    `${byId}/get/responses/200/content/application~1json/example`,
    { id: '1', name: 'Rex' },
  ]),
]

export const bothWays: readonly LabelledChange[] = [
  label('a field of both becomes required', 'newly-required', [
    `${schemas}/Place/required`,
    ['id', 'street', 'zip'],
  ]),
  label('a field of both is no longer required', 'breaks', [
    `${schemas}/Place/required`,
    ['id'],
  ]),
  label('a field of both goes', 'removal', [
    `${schemas}/Place/properties/zip`,
    undefined,
  ]),
  label('a field of both comes', 'harmless', [`${schemas}/Place/properties/city`, text]),
  label('a field that is only read becomes a number', 'breaks', [
    `${schemas}/Place/properties/id/type`,
    'integer',
  ]),
  label('a field that is only sent becomes required', 'newly-required', [
    `${schemas}/Place/required`,
    ['id', 'street', 'secret'],
  ]),
  label(
    'a required field that is only read comes',
    'harmless',
    [`${schemas}/Place/properties/made`, { type: 'string', readOnly: true }],
    [`${schemas}/Place/required`, ['id', 'street', 'made']],
  ),
  label(
    'a required field that is only sent comes',
    'newly-required',
    [`${schemas}/Place/properties/pin`, { type: 'string', writeOnly: true }],
    [`${schemas}/Place/required`, ['id', 'street', 'pin']],
  ),
  label('required fields are named in another order', 'harmless', [
    `${schemas}/Place/required`,
    ['street', 'id'],
  ]),
]

export const otherSide: readonly LabelledChange[] = [
  label('receivers must answer with a field', 'newly-required', [
    `${schemas}/Receipt/required`,
    ['seen'],
  ]),
  label('receivers get a field no more', 'removal', [
    `${schemas}/Birth/properties/weight`,
    undefined,
  ]),
  label('receivers get one more field', 'harmless', [
    `${schemas}/Birth/properties/length`,
    { type: 'number' },
  ]),
  label('receivers may miss a field', 'breaks', [`${schemas}/Birth/required`, undefined]),
  label('receivers get a number in place of text', 'breaks', [
    `${schemas}/Birth/properties/id/type`,
    'integer',
  ]),
  label('a webhook goes', 'removal', ['/webhooks/born', undefined]),
  label('a webhook comes', 'harmless', ['/webhooks/died', { post: answers }]),
  label('a header of a webhook goes', 'removal', [`${born}/parameters`, []]),
  label('a header of a webhook may be missing', 'breaks', [
    `${born}/parameters/0/required`,
    false,
  ]),
  label('a webhook has one more header', 'harmless', [
    `${born}/parameters/-`,
    { name: 'X-Try', in: 'header', required: true, schema: text },
  ]),
  label('callbacks bring one more field', 'harmless', [
    `${schemas}/Done/properties/by`,
    text,
  ]),
  label('callbacks bring a field no more', 'removal', [`${schemas}/Done/properties`, {}]),
  label('a callback goes', 'removal', [`${create}/callbacks`, undefined]),
]

export const access: readonly LabelledChange[] = [
  label('what was open wants a key', 'breaks', [`${health}/security`, [{ key: [] }]]),
  label('nothing wants a key any more', 'harmless', ['/security', []]),
  label('a way to sign in goes', 'breaks', [`${create}/security/1`, undefined]),
  label('a way to sign in comes', 'harmless', [
    `${list}/security`,
    [{ key: [] }, { oauth: ['write'] }],
  ]),
  label('another scope is needed', 'breaks', [`${create}/security/0/oauth`, ['admin']]),
  label('both keys are needed', 'breaks', [
    `${create}/security`,
    [{ oauth: ['write'], key: [] }],
  ]),
  label('the header of a key is renamed', 'breaks', [
    '/components/securitySchemes/key/name',
    'X-Api-Key',
  ]),
  label('a key moves to the query', 'breaks', [
    '/components/securitySchemes/key/in',
    'query',
  ]),
  label('a key is described', 'harmless', [
    '/components/securitySchemes/key/description',
    'Ask for one',
  ]),
  label('a server goes', 'removal', ['/servers/0', undefined]),
  label('a server comes', 'harmless', [
    '/servers/-',
    { url: 'https://beta.example.com' },
  ]),
  label('a server has another path', 'breaks', [
    '/servers/0/url',
    'https://api.example.com/v2',
  ]),
  label('a region goes', 'removal', ['/servers/1/variables/region/enum', ['eu']]),
  label('a region comes', 'harmless', [
    '/servers/1/variables/region/enum',
    ['eu', 'us', 'ap'],
  ]),
]
