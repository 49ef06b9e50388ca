export { addFileDownloads } from './download-routes.ts'
export { contentDisposition } from './content-disposition.ts'
export { allOrNone, dropFiles } from './drop-files.ts'
export {
  giveRoomBack,
  spaceEmptied,
  spaceLeft,
  takeRoom,
  takeRoomAtCommit,
  uploadEmptied,
} from './file-room.ts'
export { fileUrl } from './file-url.ts'
export {
  audienceOfFile,
  type FileReaders,
  isForEverybody,
  type SiteAt,
  type SitesOfFiles,
} from './file-access.ts'
export { fileAtUrl, findFile } from './find-file.ts'
export { viewFile } from './file-view.ts'
export { keepFiles } from './keep-files.ts'
export { copyFile, type FileSource, storeFile, type StoredObject } from './store-file.ts'
export { findUpload, useUpload } from './uploads.ts'
