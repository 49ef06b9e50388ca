import { describeStoring } from '#test/files/store-file-suite.ts'
import { bucketLeg } from '#test/storage-legs.ts'

describeStoring(bucketLeg)
