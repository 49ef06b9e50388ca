export { identityName, type IdentityRow, identityWalk } from './identities-fsck.ts'
export {
  deleteIdentities,
  deleteIdentitiesOfAccount,
  deleteIdentitiesOfMember,
  deleteIdentitiesOfProvider,
  deleteIdentity,
  insertIdentity,
  linkIdentity,
  type NamedPerson,
  selectAccountOfIdentity,
  selectAccounts,
  selectIdentities,
  useIdentity,
} from './identity-queries.ts'
export { samlProviderIdIn, samlProviderKey } from './provider-key.ts'
