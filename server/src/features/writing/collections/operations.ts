import { createCollection } from './create-collection.ts'
import { deleteCollectionById } from './delete-collection.ts'
import { getCollectionById } from './get-collection.ts'
import { listCollectionsInOrganizationById } from './list-collections.ts'
import { listSpacesInCollectionById } from './list-spaces-of-collection.ts'
import { moveCollection } from './move-collection.ts'
import { updateCollectionById } from './update-collection.ts'

export const collectionOperations = [
  listCollectionsInOrganizationById,
  createCollection,
  getCollectionById,
  updateCollectionById,
  deleteCollectionById,
  listSpacesInCollectionById,
  moveCollection,
]
