import { randomBytes } from 'node:crypto'

import { SAML } from '@node-saml/node-saml'

import { countBeginning } from '#/features/joining/sign-in/public.ts'
import type {
  ProviderService,
  UsableProvider,
} from '#/features/people/saml-providers/public.ts'
import type { Database } from '#/platform/database/database.ts'

import { encryptionMethods } from './open-assertion.ts'
import { insertRequest } from './saml-sign-in-queries.ts'

const minutes = 10

interface Beginning {
  /** The network address that the request comes from, and how many may come from there. */
  readonly address: string
  readonly attemptsMax: number
  /** What the browser is known by that begins. */
  readonly flowHash: string
  readonly returnPath: string | undefined
}

/**
 * Begins a sign-in, and gives the address at the identity provider where it goes on; undefined where
 * too many begin from one network address.
 */
export async function beginSignIn(
  db: Database,
  provider: UsableProvider,
  { address, attemptsMax, flowHash, returnPath }: Beginning,
): Promise<string | undefined> {
  const requestId = `_${randomBytes(20).toString('hex')}`
  const isBegun = await db.transaction(async (tx) => {
    if (!(await countBeginning(tx, address, attemptsMax))) return false
    await tx.run(insertRequest, {
      requestId,
      providerId: provider.id,
      flowHash,
      returnPath: returnPath ?? null,
      minutes,
    })
    return true
  })
  if (!isBegun) return undefined
  const { acsURL, entityID } = provider.service
  const asking = new SAML({
    issuer: entityID,
    callbackUrl: acsURL,
    entryPoint: provider.ssoUrl,
    idpCert: provider.certificates.map(String),
    generateUniqueId: () => requestId,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  })
  return asking.getAuthorizeUrlAsync('', undefined, {})
}

/** What an identity provider is told about this server, as it reads it itself. */
export function metadataOf({
  acsURL,
  entityID,
  encryptionCertificate,
}: ProviderService): string {
  const encoded = encryptionCertificate?.replaceAll(/-----[^-]*-----|\s/g, '')
  const key =
    encoded === undefined
      ? ''
      : `
    <KeyDescriptor use="encryption">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${encoded}</X509Certificate></X509Data></KeyInfo>
      ${encryptionMethods.map((one) => `<EncryptionMethod Algorithm="${one}"/>`).join('')}
    </KeyDescriptor>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityID)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key}
    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsURL)}" index="0" isDefault="true"/>
  </SPSSODescriptor>
</EntityDescriptor>
`
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
