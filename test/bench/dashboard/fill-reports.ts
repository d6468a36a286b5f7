import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { mapAtOnce } from '../../support/map-at-once.ts'
import { openBucket } from '../../support/open-bucket.ts'

// As many as a report names of one kind.
const findingsInReport = 2_000

/** A report for each of the newest exports, with so many findings in all; they are gone when the run is over. */
export async function fillReports(organizationId: string, findings: number): Promise<AsyncDisposable> {
  const { client, bucket: Bucket } = openBucket()
  const count = Math.ceil(findings / findingsInReport)
  const keys = Array.from({ length: count }, (_, n) => {
    return `org/${organizationId}/export/se_${(n + 1).toString(16).padStart(16, '0')}/report.json`
  })
  const Body = writeReport()
  await mapAtOnce(keys, 8, (Key) => client.send(new PutObjectCommand({ Bucket, Key, Body })))
  return {
    async [Symbol.asyncDispose]() {
      for (let from = 0; from < keys.length; from += 1_000) {
        const Objects = keys.slice(from, from + 1_000).map((Key) => ({ Key }))
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
      }
      client.destroy()
    },
  }
}

function writeReport(): string {
  const codes = ['broken_link', 'missing_asset', 'duplicate_id', 'accessibility']
  const findings = Array.from({ length: findingsInReport }, (_, n) => ({
    code: codes[n % codes.length],
    severity: 'warning',
    message: `“/guides/page-${n}” leads to no page and no file.`,
    file: `guides/section-${n % 50}/page-${n}.mdx`,
    line: n + 1,
    column: 3,
  }))
  const none = { failures: [], outsideHosts: [], unlisted: [], leftOut: [], advice: [], ignoredSettings: [] }
  const kinds = Object.fromEntries(codes.map((code) => [code, findingsInReport / codes.length]))
  const pages = { pages: 5_000, rendered: 5_000, failed: 0, leftOut: 0, withAllImports: 5_000, withoutFallback: 5_000 }
  return JSON.stringify({
    renderer: '1',
    name: 'Product',
    counts: {
      ...pages,
      outsideHosts: 0,
      unlisted: 0,
      leftOutFiles: 0,
      configuration: 0,
      findings: kinds,
      pagesWith: {},
    },
    findings,
    ...none,
  })
}
