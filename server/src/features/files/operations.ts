import { generateStorageUploadURL } from './generate-upload-url.ts'
import { getFileById, getFileInRevisionById } from './get-file.ts'
import { listFiles, listFilesInRevisionById } from './list-files.ts'

export const fileOperations = [
  generateStorageUploadURL,
  listFiles,
  getFileById,
  listFilesInRevisionById,
  getFileInRevisionById,
]
