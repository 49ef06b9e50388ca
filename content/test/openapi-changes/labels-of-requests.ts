import {
  answers,
  byId,
  create,
  json,
  label,
  list,
  places,
  ref,
  schemas,
  text,
  type LabelledChange,
} from './labelled-change.ts'

export const operations: readonly LabelledChange[] = [
  label('an operation goes', 'removal', [`${byId}/delete`, undefined]),
  label('a path goes', 'removal', ['/paths/~1health', undefined]),
  label('a path with a body goes', 'removal', ['/paths/~1places', undefined]),
  label('a path comes', 'harmless', ['/paths/~1owners', { get: answers }]),
  label('a method comes', 'harmless', ['/paths/~1pets/head', answers]),
  label(
    'POST becomes PUT',
    'removal',
    ['/paths/~1pets/post', undefined],
    ['/paths/~1pets/put', { operationId: 'createPet', ...answers }],
  ),
  label('a summary changes', 'harmless', [`${list}/summary`, 'Answers pets']),
  label('an operation is described', 'harmless', [`${create}/description`, 'Makes one']),
  label('tags of an operation change', 'harmless', [`${list}/tags`, ['places']]),
  label('an operation is deprecated', 'harmless', [`${list}/deprecated`, true]),
  label('an operation is no longer deprecated', 'harmless', [
    `${byId}/delete/deprecated`,
    undefined,
  ]),
  label('the version of the document changes', 'harmless', ['/info/version', '2.0.0']),
  label('a tag comes', 'harmless', ['/tags/-', { name: 'owners' }]),
  label('documentation is linked', 'harmless', [
    '/externalDocs',
    { url: 'https://example.com/docs' },
  ]),
]

export const parameters: readonly LabelledChange[] = [
  label('an optional parameter comes', 'harmless', [
    `${list}/parameters/-`,
    { name: 'sort', in: 'query', schema: text },
  ]),
  label('a required parameter comes', 'newly-required', [
    `${list}/parameters/-`,
    { name: 'sort', in: 'query', required: true, schema: text },
  ]),
  label('a required header comes', 'newly-required', [
    `${byId}/get/parameters`,
    [{ name: 'X-Reason', in: 'header', required: true, schema: text }],
  ]),
  label('a required cookie comes for a whole path', 'newly-required', [
    `${byId}/parameters/-`,
    { name: 'session', in: 'cookie', required: true, schema: text },
  ]),
  label('a parameter becomes required', 'newly-required', [
    `${list}/parameters/0/required`,
    true,
  ]),
  label('a parameter is no longer required', 'harmless', [
    `${list}/parameters/2/required`,
    false,
  ]),
  label('a parameter goes', 'removal', [`${list}/parameters/0`, undefined]),
  label('a parameter is renamed', 'removal', [`${list}/parameters/0/name`, 'count']),
  label('a parameter moves to a header', 'removal', [
    `${list}/parameters/0/in`,
    'header',
  ]),
  label('a list is written with spaces', 'breaks', [
    `${list}/parameters/1/style`,
    'spaceDelimited',
  ]),
  label('a list is written in one', 'breaks', [`${list}/parameters/1/explode`, false]),
  label('what is the default is written out', 'harmless', [
    `${list}/parameters/1/explode`,
    true,
  ]),
  label('a number becomes a truth value', 'breaks', [
    `${list}/parameters/0/schema`,
    { type: 'boolean', default: true },
  ]),
  label('a whole number becomes any number', 'harmless', [
    `${list}/parameters/0/schema/type`,
    'number',
  ]),
  label('a parameter has a greatest value', 'breaks', [
    `${list}/parameters/0/schema/maximum`,
    100,
  ]),
  label('the default changes', 'breaks', [`${list}/parameters/0/schema/default`, 50]),
  label('a parameter in the path has a format', 'breaks', [
    `${byId}/parameters/0/schema/format`,
    'uuid',
  ]),
  label('a parameter in the path becomes a number', 'breaks', [
    `${byId}/parameters/0/schema/type`,
    'integer',
  ]),
  label('the items of a list become numbers', 'breaks', [
    `${list}/parameters/1/schema/items/type`,
    'integer',
  ]),
  label('a list may have fewer items', 'breaks', [
    `${list}/parameters/1/schema/maxItems`,
    5,
  ]),
  label('a parameter is described', 'harmless', [
    `${list}/parameters/0/description`,
    'How many',
  ]),
  label('a parameter is deprecated', 'harmless', [
    `${list}/parameters/0/deprecated`,
    true,
  ]),
  label(
    'a parameter of a path is written at its operations',
    'harmless',
    [`${byId}/parameters`, undefined],
    [
      `${byId}/get/parameters`,
      [{ name: 'petId', in: 'path', required: true, schema: text }],
    ],
    [
      `${byId}/delete/parameters`,
      [{ name: 'petId', in: 'path', required: true, schema: text }],
    ],
  ),
]

export const bodies: readonly LabelledChange[] = [
  label('a body becomes optional', 'harmless', [`${create}/requestBody/required`, false]),
  label('a body becomes required', 'newly-required', [
    `${places}/requestBody/required`,
    true,
  ]),
  label('a media type of a body goes', 'removal', [
    `${create}/requestBody/content/application~1xml`,
    undefined,
  ]),
  label('a media type of a body comes', 'harmless', [
    `${create}/requestBody/content/application~1yaml`,
    { schema: ref('NewPet') },
  ]),
  label('a body goes', 'removal', [`${places}/requestBody`, undefined]),
  label('a required body comes', 'newly-required', [
    `${byId}/delete/requestBody`,
    { required: true, ...json(ref('NewPet')) },
  ]),
  label('an optional field comes', 'harmless', [
    `${schemas}/NewPet/properties/age`,
    { type: 'integer' },
  ]),
  label(
    'a required field comes',
    'newly-required',
    [`${schemas}/NewPet/properties/age`, { type: 'integer' }],
    [`${schemas}/NewPet/required`, ['name', 'age']],
  ),
  label('a field becomes required', 'newly-required', [
    `${schemas}/NewPet/required`,
    ['name', 'nick'],
  ]),
  label('a field is no longer required', 'harmless', [
    `${schemas}/NewPet/required`,
    undefined,
  ]),
  label('a field that is sent goes', 'removal', [
    `${schemas}/NewPet/properties/nick`,
    undefined,
  ]),
  label(
    'a field that is sent is renamed',
    'removal',
    [`${schemas}/NewPet/properties/nick`, undefined],
    [`${schemas}/NewPet/properties/nickname`, text],
  ),
  label('no other fields may be sent', 'breaks', [
    `${schemas}/NewPet/additionalProperties`,
    false,
  ]),
  label('other fields must be text', 'breaks', [
    `${schemas}/NewPet/additionalProperties`,
    text,
  ]),
  label('a further schema requires a field', 'newly-required', [
    `${schemas}/NewPet/allOf`,
    [{ required: ['nick'] }],
  ]),
  label(
    'a choice that may be sent comes',
    'harmless',
    [`${schemas}/NewPet/properties/payment/oneOf/-`, ref('Cheque')],
    [
      `${schemas}/NewPet/properties/payment/discriminator/mapping/cheque`,
      ref('Cheque').$ref,
    ],
  ),
  label(
    'a choice that may be sent goes',
    'removal',
    [`${schemas}/NewPet/properties/payment/oneOf/1`, undefined],
    [`${schemas}/NewPet/properties/payment/discriminator/mapping/cash`, undefined],
  ),
  label('a field may only be read', 'breaks', [
    `${schemas}/NewPet/properties/nick/readOnly`,
    true,
  ]),
  label('a schema is named', 'harmless', [
    `${create}/requestBody/content/application~1json/schema`,
    { allOf: [ref('NewPet')] },
  ]),
]
