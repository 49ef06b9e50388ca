import { generateStorageUploadURL } from './generate-upload-url.ts'
import {
  getFileById,
  getFileInChangeRequestById,
  getFileInRevisionById,
} from './get-file.ts'
import {
  listFiles,
  listFilesInChangeRequestById,
  listFilesInRevisionById,
} from './list-files.ts'

export const fileOperations = [
  generateStorageUploadURL,
  listFiles,
  getFileById,
  listFilesInRevisionById,
  getFileInRevisionById,
  listFilesInChangeRequestById,
  getFileInChangeRequestById,
]
