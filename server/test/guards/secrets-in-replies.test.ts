import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'

/** Fields whose names sound like a secret, or that are addresses, and why they give no more rights. */
const harmless: Readonly<Record<string, string>> = {
  'AssetRef.url': 'an image outside, as it was written',
  'ChangedFile.downloadURL': 'reads one file',
  'ContentLocation.url': 'a link, as it was written',
  'ContentRef.url': 'a link, as it was written',
  'CustomizationFontDefinition.fontFaces.sources.url': 'reads one font',
  'CustomizationFontDefinitionInput.fontFaces.sources.url': 'reads one font',
  'CustomizationLinkTarget.url': 'a link of a site, as it was set',
  'File.downloadURL': 'reads one file',
  'GitCommit.url': 'a page of the host of the repository',
  'ImportRun.pages.sourceURL': 'an address, as whoever imports sent it',
  'OpenAPISpec.sourceURL': 'an address, as whoever publishes sent it',
  'ImportRun.source.url': 'a website, as whoever started the import sent it',
  'OpenAPISpec.urls.published': 'reads what everybody may read',
  'OpenAPISpecChangeList.urls.page': 'reads for an hour what the caller may read',
  'OpenAPISpecContent.url': 'a file for members, or for everybody',
  'OpenAPISpecContent.urls.source': 'an address, as whoever publishes sent it',
  'OpenAPISpecVersion.url': 'a file for members, or for everybody',
  'OrganizationSAMLProvider.service.acsURL':
    'an address, which an identity provider is told',
  'OrganizationSAMLProvider.service.startURL': 'a page to sign in',
  'OrganizationSAMLProvider.ssoURL': 'a page to sign in, as an admin sent it',
  'OrganizationSSOProviderLogin.startURL': 'a page to sign in',
  'PDFLink.url': 'reads what the caller may read',
  'PublishedSiteContentLookup.apiToken': 'reads what the visitor may see',
  'PublishedSiteContentLookup.canonicalUrl': 'the address of a page',
  'PublishedSiteContentLookup.shareKey': 'what the caller sent in the URL',
  'SiteCustomizationSettings.privacyPolicy.url': 'a page, as it was set',
  'SiteCustomizationSettings.socialPreview.url': 'an image, as it was set',
  'RevisionPageMetaLinkTarget.url': 'the address of a page',
  'SiteExternalLink.url': 'a link of a site, as it was set',
  'Site.urls.preview': 'where previews are, without the key of one',
  'SiteProbe.items.url': 'what the caller sent',
  'Space.gitSync.url': 'a repository, without a way in',
  'User.photoURL': 'an image',
}

/** Addresses of objects: whoever opens one is asked for rights of their own. */
const ownAddress =
  /\.urls\.(app|location|public|icon|logo)$|^(Revision|Site|SiteSection|SiteSpace|Space)\.urls\.published$/

const soundsSecret = /secret|token|password|signature|credential|key$|url$/i

type Schema = Readonly<Record<string, unknown>>

/** The strings in a schema that may be secrets, each by the named schema that has it. */
function suspectsIn(
  schema: unknown,
  name: string,
  above: readonly object[] = [],
): string[] {
  if (typeof schema !== 'object' || schema === null || above.includes(schema)) return []
  const inside = [...above, schema]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with any keys
  const { $id, properties = {}, ...rest } = schema as Schema
  const here = typeof $id === 'string' ? $id : name
  const own = Object.entries(Object(properties)).flatMap(([key, field]) => {
    const path = `${here}.${key}`
    const isSuspect =
      isMarked(field) ||
      (isText(field) && (soundsSecret.test(key) || here.endsWith('.urls')))
    return [...(isSuspect ? [path] : []), ...suspectsIn(field, path, inside)]
  })
  const parts = ['items', 'anyOf', 'allOf', 'oneOf', 'additionalProperties']
    .flatMap((key) => rest[key] ?? [])
    .concat(Object.values(Object(rest['patternProperties'] ?? {})))
  return [...own, ...parts.flatMap((part) => suspectsIn(part, here, inside))]
}

function isMarked(field: unknown): boolean {
  return Object(field)['x-secret'] === true
}

function isText(field: unknown): boolean {
  return Object(field)['type'] === 'string'
}

function problems(definitions: Readonly<Record<string, OperationDefinition>>): string[] {
  return Object.entries(definitions).flatMap(([id, definition]) => {
    const { method, isRead, reply, revealsSecret } = definition
    if ((method !== 'GET' && isRead !== true) || revealsSecret !== undefined) return []
    return [...new Set(suspectsIn(reply, id))]
      .filter((path) => harmless[path] === undefined && !ownAddress.test(path))
      .map(
        (path) =>
          `${id} answers ${path}: declare revealsSecret, or say here why it gives no more than reading`,
      )
  })
}

describe('what reads answer to a token that may only read', () => {
  it('holds no secret but where the operation declares it', () => {
    assert.deepEqual(problems(operations), [])
  })

  it('is looked at as a whole: every exception is still answered somewhere', () => {
    const found = new Set(
      Object.entries(operations).flatMap(([id, definition]) =>
        'reply' in definition ? suspectsIn(definition.reply, id) : [],
      ),
    )
    assert.deepEqual(
      Object.keys(harmless).filter((path) => !found.has(path)),
      [],
    )
  })

  it('would be caught with an undeclared key, a marked id or an address in a list', () => {
    const { revealsSecret: _auth, ...auth } = operations.getSitePublishingAuthById
    const { revealsSecret: _links, ...links } = operations.listSiteShareLinks
    const { revealsSecret: _invites, ...invites } = operations.listOrganizationInviteLinks
    const undeclared = { auth, links, invites }
    assert.deepEqual(
      problems(undeclared).map((problem) => problem.split(':', 1)[0]),
      [
        'auth answers SitePublishingAuth.privateKey',
        'auth answers SitePublishingAuth.fallbackURL',
        'links answers ShareLink.urls.published',
        'invites answers InviteLinkToOrganization.id',
      ],
    )
  })
})
