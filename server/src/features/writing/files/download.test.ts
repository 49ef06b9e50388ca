import { describeDownloads } from '#test/files/download-suite.ts'
import { folderLeg } from '#test/storage-legs.ts'

describeDownloads(folderLeg)
