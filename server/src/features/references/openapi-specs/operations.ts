import {
  getLatestOpenAPISpecVersion,
  getLatestOpenAPISpecVersionContent,
  getLatestOpenAPISpecVersionContentRaw,
  getOpenAPISpecVersionById,
  getOpenAPISpecVersionContentById,
  listOpenAPISpecVersions,
} from './get-versions.ts'
import { getOpenAPISpecBySlug, listOpenAPISpecs } from './list-specs.ts'
import { createOpenAPISpec, createOrUpdateOpenAPISpecBySlug } from './put-spec.ts'
import { deleteOpenAPISpecBySlug, updateOpenAPISpecBySlug } from './update-spec.ts'

export const openApiSpecOperations = [
  listOpenAPISpecs,
  createOpenAPISpec,
  getOpenAPISpecBySlug,
  createOrUpdateOpenAPISpecBySlug,
  updateOpenAPISpecBySlug,
  deleteOpenAPISpecBySlug,
  listOpenAPISpecVersions,
  getLatestOpenAPISpecVersion,
  getLatestOpenAPISpecVersionContent,
  getOpenAPISpecVersionById,
  getOpenAPISpecVersionContentById,
  getLatestOpenAPISpecVersionContentRaw,
]
