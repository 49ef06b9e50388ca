import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import { exactSize, requireExactSize } from '#/platform/storage/exact-size.ts'
import { checkStorage } from '#/platform/storage/storage-check.ts'
import {
  requireAbout,
  requireExpiry,
  requireKey,
} from '#/platform/storage/storage-limits.ts'
import type {
  ByteRange,
  FileAbout,
  Storage,
  StoredFile,
} from '#/platform/storage/storage.ts'

export interface S3StorageConfig {
  readonly kind: 's3'
  readonly bucket: string
  readonly region: string
  /** Absent for Amazon's own S3. */
  readonly endpoint?: string | undefined
  /** Absent when the machine's own role gives access. */
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
  readonly forcePathStyle: boolean
}

export interface S3Storage extends Storage {
  readonly kind: 's3'
}

const connectMsMax = 5_000
const idleMsMax = 60_000
const deletePageKeys = 1_000
// Failures are thrown and logged at the edge; by default the client also writes to the console.
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore }
// Unless named in this set, the signer leaves the content type out of the signature.
const signedUploadHeaders = new Set(['host', 'content-type', 'content-length'])

export function openS3Storage(config: S3StorageConfig): S3Storage {
  const { bucket: Bucket } = config
  const client = openClient(config)

  const files: Pick<Storage, 'put' | 'get' | 'delete'> = {
    async put(key, body, about) {
      requireKey(key)
      requireAbout(about)
      await putObject(client, { Bucket, Key: key }, body, about)
    },
    async get(key, range) {
      requireKey(key)
      return await getObject(client, { Bucket, Key: key }, range)
    },
    async delete(key) {
      requireKey(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
  }

  return {
    kind: 's3',
    ...files,
    async copy(from, to) {
      requireKey(from)
      requireKey(to)
      return await copyObject(client, Bucket, from, to)
    },
    async deleteAll(prefix) {
      requireKey(prefix)
      await deletePages(client, Bucket, `${prefix}/`)
    },
    async presignPut(key, { expiresInSeconds, ...about }) {
      requireKey(key)
      requireAbout(about)
      requireExpiry(expiresInSeconds)
      const upload = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: about.contentType,
        ContentLength: about.sizeBytes,
      })
      return await getSignedUrl(client, upload, {
        expiresIn: expiresInSeconds,
        signableHeaders: signedUploadHeaders,
      })
    },
    async presignGet(key, { expiresInSeconds }) {
      requireKey(key)
      requireExpiry(expiresInSeconds)
      const download = new GetObjectCommand({
        Bucket,
        Key: key,
        ResponseContentDisposition: 'attachment',
      })
      return await getSignedUrl(client, download, { expiresIn: expiresInSeconds })
    },
    check: () =>
      checkStorage(
        files,
        `Check the bucket "${Bucket}", its region, endpoint and access keys, and that they may list the bucket and put, get and delete its objects.`,
      ),
  }
}

async function getObject(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  range: ByteRange | undefined,
): Promise<StoredFile | undefined> {
  const Range = range && `bytes=${range.start}-${range.end}`
  try {
    const found = await client.send(new GetObjectCommand({ ...at, Range }))
    if (!(found.Body instanceof Readable)) throw new Error(`No body came with ${at.Key}`)
    return {
      body: found.Body,
      sizeBytes: wholeSize(found.ContentRange) ?? found.ContentLength ?? 0,
      contentType: found.ContentType ?? 'application/octet-stream',
    }
  } catch (error) {
    if (isMissingKey(error)) return undefined
    throw error
  }
}

async function copyObject(
  client: S3Client,
  Bucket: string,
  from: string,
  to: string,
): Promise<boolean> {
  const copying = { Bucket, Key: to, CopySource: `${Bucket}/${from}` }
  try {
    await client.send(new CopyObjectCommand(copying))
    return true
  } catch (error) {
    if (isMissingKey(error)) return false
    throw error
  }
}

/** The size of the whole file, from `bytes 0-9/100`. */
function wholeSize(contentRange: string | undefined): number | undefined {
  const size = contentRange?.split('/')[1]
  return size === undefined ? undefined : Number(size)
}

/** Whether a key is missing; a copy fails without the class that other commands have for it. */
function isMissingKey(error: unknown): boolean {
  return (
    error instanceof NoSuchKey || (error instanceof Error && error.name === 'NoSuchKey')
  )
}

function openClient(config: S3StorageConfig): S3Client {
  const { region, endpoint, accessKeyId, secretAccessKey, forcePathStyle } = config
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && {
        credentials: { accessKeyId, secretAccessKey },
      }),
    // Stores other than Amazon's refuse, or keep as content, the checksums sent by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: { connectionTimeout: connectMsMax, socketTimeout: idleMsMax },
  })
}

async function putObject(
  client: S3Client,
  at: { readonly Bucket: string; readonly Key: string },
  body: Readable | Buffer,
  { contentType, sizeBytes }: FileAbout,
): Promise<void> {
  const about = { ...at, ContentType: contentType, ContentLength: sizeBytes }
  if (Buffer.isBuffer(body)) {
    requireExactSize(body, sizeBytes)
    await client.send(new PutObjectCommand({ ...about, Body: body }))
    return
  }
  const sized = exactSize(sizeBytes)
  const upload = new PutObjectCommand({ ...about, Body: sized })
  const cut = new AbortController()
  try {
    await Promise.all([
      pipeline(body, sized),
      client.send(upload, { abortSignal: cut.signal }),
    ])
  } catch (error) {
    // The client does not watch its body for errors and would hold the connection open.
    cut.abort()
    body.destroy()
    throw error
  }
}

async function deletePages(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): Promise<void> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix,
        ContinuationToken,
        MaxKeys: deletePageKeys,
      }),
    )
    const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }))
    if (Objects.length > 0) {
      const { Errors: failed = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      )
      const [first] = failed
      if (first !== undefined) {
        throw new Error(
          `${failed.length} files below ${Prefix} were not deleted, ${first.Key} among them: ${first.Code} ${first.Message}`,
        )
      }
    }
    ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

function ignore(): void {}
