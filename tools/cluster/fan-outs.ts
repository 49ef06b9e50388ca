/** A statement that asks every shard of a table, which costs the more the more shards there are. */
export interface FanOut {
  readonly name: string
  readonly reason: string
  /** What keeps it small, however large the table is. */
  readonly bound: string
}

const once = 'a job, now and then'
const ofAccount = 'an account finds its own among tokens that are laid out by their hash'
const ofOrganization = 'names of an organization, in a table that is laid out by name'
const fsck = 'fsck compares tables that are laid out differently'

/** May only shrink: everything else asks one shard. */
export const fanOuts: readonly FanOut[] = [
  { name: 'site-token.expired', reason: once, bound: '1,000 rows' },
  { name: 'site-token.sweep', reason: once, bound: '1,000 keys' },
  { name: 'site-visit.ended', reason: once, bound: '1,000 rows' },
  { name: 'site-visit.delete-ended', reason: once, bound: '1,000 keys' },
  { name: 'site-visit-code.ended', reason: once, bound: '1,000 rows' },
  { name: 'site-visit-code.delete-ended', reason: once, bound: '1,000 keys' },
  {
    name: 'site-visit.oldest',
    reason: 'a member signs in to a site; visits are laid out by their hash',
    bound: '50 visits of a site for an account',
  },
  {
    name: 'site-visit.delete-some',
    reason: 'a member has signed in to a site 50 times',
    bound: 'one key',
  },
  { name: 'mail-count.old', reason: once, bound: '1,000 rows' },
  { name: 'mail-count.delete-old', reason: once, bound: '1,000 keys' },
  { name: 'welcome-link.expired', reason: once, bound: '1,000 rows' },
  { name: 'welcome-link.delete-expired', reason: once, bound: '1,000 keys' },
  { name: 'custom-hostname.unchecked', reason: once, bound: 'a few hundred rows' },
  { name: 'email-domain.unchecked', reason: once, bound: '20,000 rows that are due' },
  { name: 'directory.organizations', reason: once, bound: 'a page of the walk' },
  {
    name: 'published.homes-of-sites',
    reason: 'a renderer that starts fills its memory of sites',
    bound: 'a page of the walk',
  },
  { name: 'api-token.facts', reason: ofAccount, bound: '100 tokens an account' },
  { name: 'api-token.list', reason: ofAccount, bound: '100 tokens an account' },
  { name: 'api-token.delete', reason: ofAccount, bound: 'one token' },
  {
    name: 'saml-request.delete-of-provider',
    reason: 'an admin changes what a provider is trusted by; requests are laid out by id',
    bound: 'the sign-ins of ten minutes with one provider',
  },
  {
    name: 'welcome-link.delete-of-invite',
    reason: 'an invitation is withdrawn; links are laid out by their secret',
    bound: 'the link of one invitation',
  },
  {
    name: 'welcome-link.delete-of-account',
    reason:
      'a link was used, and those besides it end; they are laid out by their secret',
    bound: 'the links of one account',
  },
  { name: 'subdomain.delete-kept', reason: ofOrganization, bound: 'names it gave up' },
  { name: 'email-domain.delete', reason: ofOrganization, bound: 'domains it names' },
  { name: 'fsck.site-homes', reason: fsck, bound: 'one organization' },
  { name: 'fsck.custom-hostnames', reason: fsck, bound: 'one organization' },
  { name: 'fsck.listed-domains', reason: fsck, bound: 'one organization' },
  { name: 'fsck.memberships', reason: fsck, bound: 'one organization' },
  { name: 'fsck.welcome-links', reason: fsck, bound: 'one organization' },
  { name: 'fsck.content-homes', reason: fsck, bound: 'one organization' },
  { name: 'fsck.welcome-link-account', reason: fsck, bound: 'links that are open' },
  {
    name: 'fsck.welcome-link-account.differing',
    reason: fsck,
    bound: '1,000 rows, of links that are open',
  },
  { name: 'fsck.content-home-orphan.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.custom-hostname-orphan.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.subdomain-orphan.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.email-domain-orphan.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.directory-missing.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.membership-orphan.page', reason: fsck, bound: '20,000 rows' },
  { name: 'fsck.token-organization.page', reason: fsck, bound: '20,000 rows' },
]
