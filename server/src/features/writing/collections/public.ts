export { collectionPolicy } from './collection-policy.ts'
export { readCollection, resolveCollection } from './collection-resolve.ts'
export { type CollectionForCaller, viewCollection } from './collection-view.ts'
export { viewCollections } from './view-collections.ts'
