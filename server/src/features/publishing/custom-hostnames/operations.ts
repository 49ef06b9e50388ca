import { attachCustomHostname } from './attach-hostname.ts'
import { getCustomHostname } from './get-hostname.ts'
import { removeCustomHostname } from './remove-hostname.ts'
import { dnsRevalidateCustomHostname } from './revalidate-hostname.ts'

export const customHostnameOperations = [
  getCustomHostname,
  attachCustomHostname,
  dnsRevalidateCustomHostname,
  removeCustomHostname,
]
