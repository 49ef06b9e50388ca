import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

import { createSigner } from '#/platform/secrets/signing.ts'
import { openStorage } from '#/platform/storage/storage.ts'
import { describeStorage } from '#test/storage/storage-suite.ts'

import { radosgwMissing, startRadosgw } from '../../../../tools/radosgw.ts'

describeStorage({
  title: 'storage in an S3 bucket',
  // In CI, a missing gateway fails instead of being skipped unnoticed.
  skip: process.env['CI'] === 'true' ? false : (radosgwMissing() ?? false),
  async open() {
    const gateway = await startRadosgw()
    const { endpoint, accessKeyId, secretAccessKey } = gateway
    const access = { endpoint, region: 'us-east-1', forcePathStyle: true }
    const credentials = { accessKeyId, secretAccessKey }
    const client = new S3Client({ ...access, credentials })
    await client.send(new CreateBucketCommand({ Bucket: 'files' }))
    client.destroy()
    const config = { kind: 's3', bucket: 'files', ...access, ...credentials } as const
    const signer = createSigner(['unused by S3'])
    return {
      storage: await openStorage(config, signer),
      misplaced: await openStorage({ ...config, bucket: 'no-such-bucket' }, signer),
      close: () => gateway.stop(),
    }
  },
})
