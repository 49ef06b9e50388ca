import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { walk } from '#/document/walk.ts'
import { anchors } from '#/look/anchors.ts'
import { type ApiPart, partName } from '#/openapi/model.ts'
import { anchorOf, placesIn } from '#/openapi/part-anchors.ts'
import { partMarkdown } from '#/openapi/part-markdown.ts'
import { partWords } from '#/openapi/part-words.ts'
import { readApi } from '#/openapi/read-api.ts'
import { read } from '#/read/read.ts'

import { hostileText } from './hostile-text.ts'
import { petsOfThree } from './pets.ts'

const { parts, plan } = readApi(petsOfThree)

describe('a part of a specification in words', () => {
  it('says all that is needed to call an operation', () => {
    assert.equal(
      partMarkdown(named('get /pets'), { headingLevel: 3 }),
      `\`GET https://pets.example/v1/pets\`

* Operation id: \`listPets\`

All pets, **newest** first.

### Authentication

* an API key in the header X-Key

### Parameters

* \`limit\` (integer; query; optional; maximum \`100\`; default \`20\`): How many.
* \`kinds\` (array of string; query; optional; separated by commas)

### Responses

#### 200

The pets.

* header \`X-Total\` (integer)

\`application/json\`: array of Pet

* each item (Pet)
  * \`id\` (integer (int64); required; only in answers)
  * \`name\` (string; required; minLength \`1\`)
  * \`kind\` (string; one of \`"cat"\`, \`"dog"\`)

Example:

\`\`\`json
[
  {
    "id": 1,
    "name": "Tom"
  }
]
\`\`\`

#### default

An error.

\`application/json\`: Error

* \`message\` (string)

Such as:

\`\`\`json
{
  "message": "text"
}
\`\`\`
`,
    )
  })

  it('says what is sent, and leaves out of its example what is only in answers', () => {
    const text = partMarkdown(named('post /pets'), { headingLevel: 2 })
    assert.match(text, /^## Body \(required\)$/m)
    assert.match(
      text,
      /Such as:\n\n```json\n\{\n {2}"name": "x?text",\n {2}"kind": "cat"\n\}\n```/,
    )
  })

  it('has nothing in it but text, whatever strangers write', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (description, name, value) => {
        const document = hostileDocument(description, name, value)
        for (const part of readApi(document).parts) {
          const { document: said } = read(partMarkdown(part, { headingLevel: 3 }))
          for (const { node } of walk(said)) {
            if (node.object !== 'block' && node.object !== 'inline') continue
            assert.ok(textual.has(node.type), JSON.stringify(node))
            if (node.type !== 'link') continue
            const { ref } = node.data
            assert.ok(ref.kind === 'url' && /^(?:https?:|mailto:)/i.test(ref.url))
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  it('stays short, however much there is to say', () => {
    const fields = (depth: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 7 }, (_, index) => [
          `field${index}`,
          depth === 0
            ? { type: 'string', description: 'word '.repeat(100) }
            : fields(depth - 1),
        ]),
      ),
    })
    const { parts: all } = readApi({
      openapi: '3.1.0',
      components: { schemas: { Large: fields(3) } },
    })
    const [large] = all
    assert.ok(large !== undefined)
    assert.ok(partMarkdown(large, { headingLevel: 2 }).length < 100_000)
  })
})

describe('the words of a part', () => {
  it('find an operation by path, id, summary, parameters, schemas and fields', () => {
    const words = partWords(named('get /pets')).split('\n')
    for (const word of ['GET /pets', 'listPets', 'List pets', 'limit', 'Pet', 'name']) {
      assert.ok(words.includes(word), word)
    }
  })

  it('are bounded', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 50 }), (names) => {
        const properties = Object.fromEntries(names.map((name) => [name.repeat(100), {}]))
        const { parts: all } = readApi({
          openapi: '3.1.0',
          components: { schemas: { Large: { properties } } },
        })
        for (const part of all) assert.ok(partWords(part).length <= 20_000)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the anchors of a part', () => {
  it('are those of the block that shows it', () => {
    for (const part of parts) {
      if (part.kind !== 'operation') continue
      const { document } = read(
        `{% openapi-operation spec="pets" path="${part.path}" method="${part.method}" %}`,
      )
      assert.deepEqual([...anchors(document).values()], [anchorOf(part)])
    }
  })

  it('are there for each parameter, body and response, each once', () => {
    const operation = named('get /pets/{petId}')
    assert.deepEqual(placesIn(operation), [
      { kind: 'parameter', name: 'path petId', anchor: 'get-pets-petid-path-petid' },
    ])
    assert.deepEqual(
      placesIn(named('get /pets')).map(({ anchor }) => anchor),
      [
        'get-pets-query-limit',
        'get-pets-query-kinds',
        'get-pets-response-200',
        'get-pets-response-default',
      ],
    )
    fc.assert(
      fc.property(fc.uniqueArray(hostileText, { maxLength: 6 }), (names) => {
        const parameters = names.map((name) => ({ name, in: 'query' }))
        const [part] = readApi({
          openapi: '3.1.0',
          paths: { '/': { get: { parameters } } },
        }).parts
        assert.ok(part !== undefined)
        const all = placesIn(part).map(({ anchor }) => anchor)
        assert.equal(new Set(all).size, all.length)
        for (const anchor of all) assert.match(anchor, /^get-query-[^\s"'<>]+$/u)
      }),
      { numRuns: 100 },
    )
  })
})

const textual = new Set([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'divider',
  'code',
  'code-line',
  'table',
  'link',
  'emoji',
])

function named(name: string): ApiPart {
  assert.ok(plan.page.pages.length > 0)
  const part = parts.find((each) => partName(each) === name)
  assert.ok(part !== undefined)
  return part
}

function hostileDocument(description: string, name: string, value: string): object {
  const schema = {
    title: name,
    description,
    type: 'object',
    required: [name],
    properties: {
      [name]: { enum: [value], default: value, pattern: value, description },
    },
    'x-enum-descriptions': [description],
    oneOf: [{ title: value, description }, { const: name }],
    discriminator: name,
  }
  const content = { [value]: { schema, example: value }, 'text/plain': { schema } }
  return {
    openapi: '3.1.0',
    info: { title: name, description },
    servers: [{ url: value, variables: { [name]: { default: value, enum: [name] } } }],
    paths: {
      [`/${name}`]: {
        post: {
          summary: name,
          description,
          operationId: value,
          externalDocs: { url: value, description },
          security: [{ [name]: [value] }],
          parameters: [
            { name, in: 'query', description, schema, example: value, style: value },
            { name: value, in: 'header', description, content },
          ],
          requestBody: { description, content },
          responses: {
            [value]: { description, headers: { [name]: { schema } }, content },
          },
          callbacks: {
            [name]: { [value]: { post: { summary: name, requestBody: { content } } } },
          },
        },
      },
    },
    components: {
      schemas: { [name]: schema },
      securitySchemes: { [name]: { type: 'http', scheme: value, description } },
    },
  }
}
