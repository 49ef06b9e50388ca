/** The word that every attack carries: where it runs, or could, the gate has failed. */
export const canary = 'openapiCanary'

const attacks = [
  `<script>${canary}(1)</script>`,
  `<img src=x onerror=${canary}(1)>`,
  `"><svg onload=${canary}(1)>`,
  `</script><script>${canary}(1)</script>`,
  `[x](javascript:${canary}(1))`,
  `<a href="javascript:${canary}(1)">x</a>`,
  `<iframe srcdoc="<script>${canary}(1)</script>"></iframe>`,
  `{% embed url="javascript:${canary}(1)" %}`,
  `{{ ${canary} }}`,
  `\`\`\`\n</code></pre><script>${canary}(1)</script>\n\`\`\``,
  `' onmouseover='${canary}(1)`,
  `<style>*{background:url(javascript:${canary}(1))}</style>`,
]

type Attack = () => string

/** A specification in which every text is an attack, each field another. */
export function markup(): string {
  let used = 0
  const attack = () => {
    used += 1
    return attacks[used % attacks.length] ?? ''
  }
  const operation = () => operationOf(attack)
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: attack(),
      version: attack(),
      summary: attack(),
      description: attacks.join('\n\n'),
      termsOfService: address,
      contact: { name: attack(), url: address },
      license: { name: attack(), url: address },
    },
    tags: attacks.map((name) => ({ name, description: attack() })),
    servers: [{ url: 'https://example.com', description: attack() }],
    paths: {
      [`/${attack()}`]: { get: operation(), post: operation() },
      [`/a/${attack()}`]: { delete: operation() },
    },
    webhooks: { [attack()]: { post: operation() } },
    components: {
      schemas: { A: schemaOf(attack), B: schemaOf(attack) },
      securitySchemes: schemesOf(attack),
    },
  })
}

const address = `javascript:${canary}(1)`

function schemaOf(attack: Attack): object {
  return {
    type: 'object',
    title: attack(),
    description: attack(),
    required: [attack()],
    examples: [attack()],
    default: attack(),
    properties: {
      [attack()]: { type: 'string', description: attack(), enum: [attack(), attack()] },
      [attack()]: {
        type: 'string',
        pattern: attack(),
        format: attack(),
        const: attack(),
      },
    },
  }
}

function contentOf(attack: Attack): object {
  const example = { summary: attack(), description: attack(), value: attack() }
  return {
    [attack()]: { schema: schemaOf(attack), examples: { [attack()]: example } },
    'application/json': { schema: schemaOf(attack), example: attack() },
  }
}

function operationOf(attack: Attack): object {
  return {
    operationId: attack(),
    summary: attack(),
    description: attack(),
    tags: [attack()],
    externalDocs: { description: attack(), url: address },
    parameters: ['query', 'header', 'cookie'].map((place) => ({
      name: attack(),
      in: place,
      description: attack(),
      schema: schemaOf(attack),
    })),
    requestBody: { description: attack(), content: contentOf(attack) },
    responses: {
      200: {
        description: attack(),
        headers: { [attack()]: { description: attack(), schema: schemaOf(attack) } },
        content: contentOf(attack),
      },
      default: { description: attack() },
    },
    security: [{ key: [attack()] }],
  }
}

function schemesOf(attack: Attack): object {
  const scopes = { [attack()]: attack() }
  const flows = { implicit: { authorizationUrl: address, scopes } }
  return {
    key: { type: 'apiKey', in: 'header', name: attack(), description: attack() },
    oauth: { type: 'oauth2', description: attack(), flows },
  }
}
