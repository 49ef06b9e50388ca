import { call, type Making, type Things } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'

/** An OpenAPI specification that stays and one that goes again. */
export async function makeSpecs(
  making: Making,
): Promise<{ things: Things; deleted: Things }> {
  const specSlug = await makeSpec(making, 'stays')
  const gone = await makeSpec(making, 'goes')
  await call(making, targetOf('deleteOpenAPISpecBySlug'), { specSlug: gone })
  return { things: { specSlug }, deleted: { specSlug: gone } }
}

async function makeSpec(making: Making, name: string): Promise<string> {
  const slug = `${name}${making.canary.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 50)}`
  const info = { title: making.canary, version: '1' }
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: {} })
  await call(making, targetOf('createOpenAPISpec'), {}, { slug, source: { text } })
  return slug
}
