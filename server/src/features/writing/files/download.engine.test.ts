import { describeDownloads } from '#test/files/download-suite.ts'
import { bucketLeg } from '#test/storage-legs.ts'

describeDownloads(bucketLeg)
