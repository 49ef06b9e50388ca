/**
 * Names that people and programs take for the installation's own: an organization that had one could
 * ask for passwords in its name, or receive what mail and network programs send there by themselves.
 */
const reserved = new Set(
  `abuse account accounts admin administrator admins alert alerts api apis app apps assets auth
  authenticate authentication autoconfig autodiscover billing callback cdn cert certs checkout
  console contact cpanel dashboard dns download downloads email emails exchange file files ftp
  gateway graphql health help helpdesk hostmaster identity idp imap img images info internal
  invoice invoices lectern local localhost log login logins logon logout mail mailer mails manage
  management mcp media metrics monitor monitoring mta mx mysql news newsletter no-reply nobody
  noc noreply ns oauth oauth2 official openid operator ops panel passwd password passwords pay
  payment payments pki pop pop3 portal post postgres postmaster private profile proxy register
  registration relay remote root saml scim secure security server service services session
  sessions settings sftp sign-in sign-up signin signout signup sip smtp spam ssh ssl ssladmin
  ssladministrator sslwebmaster sso staff static statistics stats status subscribe sudo superuser
  support sysadmin sysadministrator system telnet tls token tokens unsubscribe upload uploads usenet
  user users verify vpn webadmin webdav webhook webhooks webmail webmaster welcome wpad www`
    .split(/\s/)
    .filter((name) => name !== ''),
)

/** Whether nobody can claim the name. Whoever had it before the list did keeps it. */
export function isReservedSubdomain(name: string): boolean {
  // Two dashes after two letters mark an encoded name, which shows as other letters than it has.
  return reserved.has(withoutNumber(name)) || name.slice(2, 4) === '--'
}

function withoutNumber(name: string): string {
  let end = name.length
  while (end > 0 && /\d/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}
