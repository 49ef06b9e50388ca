import { describeStoring } from '#test/files/store-file-suite.ts'
import { folderLeg } from '#test/storage-legs.ts'

describeStoring(folderLeg)
