export {
  type TransferredHeads,
  transferContent,
  type ContentTransfer,
  holdContent,
} from './transfer-content.ts'
export { copyContent } from './copy-content.ts'
export { selectFileKeys } from './copy-queries.ts'
