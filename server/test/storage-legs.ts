import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

import { radosgwMissing, startRadosgw } from '../../tools/radosgw.ts'
import { startTestApi, type TestApi } from './test-api.ts'

export interface StorageLeg {
  readonly title: string
  readonly skip: string | false
  readonly open: () => Promise<{ api: TestApi; close: () => Promise<void> }>
}

// A server that files are fetched from stands on this machine, as it must in a test.
const environment = { EGRESS_ALLOWED_NETWORKS: '127.0.0.0/8' }

export const folderLeg: StorageLeg = {
  title: 'files in a folder',
  skip: false,
  async open() {
    const api = await startTestApi(environment)
    return { api, close: () => api.stop() }
  },
}

export const bucketLeg: StorageLeg = {
  title: 'files in an S3 bucket',
  // Where the gate counts, a missing gateway fails instead of passing unseen.
  skip: process.env['CI'] === 'true' ? false : (radosgwMissing() ?? false),
  async open() {
    const gateway = await startRadosgw()
    const { endpoint, accessKeyId, secretAccessKey } = gateway
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    await client.send(new CreateBucketCommand({ Bucket: 'files' }))
    client.destroy()
    const api = await startTestApi({
      ...environment,
      STORAGE: 's3',
      S3_BUCKET: 'files',
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    })
    return {
      api,
      async close() {
        await api.stop()
        await gateway.stop()
      },
    }
  },
}
