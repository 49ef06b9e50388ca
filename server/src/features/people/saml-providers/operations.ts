import { createOrganizationSAMLProvider } from './create-provider.ts'
import { deleteOrganizationSAMLProvider } from './delete-provider.ts'
import { listSSOProviderLoginsInOrganization } from './list-logins.ts'
import {
  getOrganizationSAMLProviderById,
  listSAMLProvidersInOrganizationById,
} from './list-providers.ts'
import { updateOrganizationSAMLProvider } from './update-provider.ts'

export const samlProviderOperations = [
  listSAMLProvidersInOrganizationById,
  createOrganizationSAMLProvider,
  getOrganizationSAMLProviderById,
  updateOrganizationSAMLProvider,
  deleteOrganizationSAMLProvider,
  listSSOProviderLoginsInOrganization,
]
