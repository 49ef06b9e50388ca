import { transferCollection } from './transfer-collection.ts'
import { transferSpace } from './transfer-space.ts'

export const transferOperations = [transferSpace, transferCollection]
