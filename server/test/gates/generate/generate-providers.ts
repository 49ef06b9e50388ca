import { call, type Making, type Things } from './generate-call.ts'
import { targetOf } from './generate-schema.ts'

/** An identity provider that stays and one that goes again. Nobody can sign in with them yet. */
export async function makeProviders(
  making: Making,
): Promise<{ things: Things; deleted: Things }> {
  const samlProvider = await makeProvider(making)
  const gone = await makeProvider(making)
  const remove = targetOf('deleteOrganizationSAMLProvider')
  await call(making, remove, { samlProviderId: gone })
  return {
    things: { samlProvider, signInMethod: samlProvider },
    deleted: { samlProvider: gone, signInMethod: gone },
  }
}

async function makeProvider(making: Making): Promise<string> {
  const { canary } = making
  const body = { label: canary, entityID: `https://${canary}.example/idp` }
  const create = targetOf('createOrganizationSAMLProvider')
  const { text } = await call(making, create, {}, body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object of the API
  return (JSON.parse(text) as { id: string }).id
}
