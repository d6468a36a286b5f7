import { type Sample, splitBySample } from '../../support/sample.ts'
import type { Page } from '../read-pages.ts'
import type { RanBlocks } from '../run-blocks.ts'
import { followGuide, type Guide } from './follow-guide.ts'
import { openGuideWorld } from './open-world.ts'

/** Pages whose commands need a service. */
const guides: Record<string, Guide> = {
  'docs/publish/host.mdx': {},
  'docs/publish/many-sites.mdx': {
    names: {
      '127.0.0.1:8080': '$BINDERY_LISTEN',
      hk_0123456789abcdef: `"$(bindery-server admin host-key list --json | jq -r '.[0].id')"`,
    },
    after: `! curl -sf -H 'Host: nowhere.example.com' http://$BINDERY_LISTEN/
      ! curl -sf "http://$BINDERY_INTERNAL_LISTEN/ask?domain=nowhere.example.com"`,
  },
  'docs/publish/reader-sign-in.mdx': {},
  'docs/publish/continuously.mdx': { names: { '"$PROJECT"': 'prj_…' } },
  'docs/publish/other-servers.mdx': {
    before: `export AWS_ENDPOINT_URL=$BINDERY_S3_ENDPOINT AWS_DEFAULT_REGION=$BINDERY_S3_REGION
      export AWS_ACCESS_KEY_ID=$BINDERY_S3_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=$BINDERY_S3_SECRET_ACCESS_KEY`,
    // The bucket here has no website mode, which the script's last command sets.
    after: `bucket=guide-$RANDOM-$RANDOM
      aws s3 mb s3://$bucket
      # Each redirect is a call of the AWS command, of a second.
      jq '.redirects |= .[:2]' srv/site/_bindery/hosting/s3.json >few && mv few srv/site/_bindery/hosting/s3.json
      bash publish-to-s3.sh srv/site $bucket 2>said || grep -q NoneType said
      aws s3api head-object --bucket $bucket --key library/shelf-1-volume-1 | grep -q text/html
      aws s3 rb --force s3://$bucket >&2`,
  },
  // A mark that does not hold: the request that waits is answered at once.
  'docs/publish/roll-back.mdx': { names: { 'docs.example.com.7': 'docs.example.com.0' } },
  'docs/publish/self-contained.mdx': {},
  'docs/publish/air-gap.mdx': {
    names: {
      'parcel --sha256 "$TOLD"': 'parcel --sha256 "$(sha256sum parcel/SHA256SUMS | cut -c 1-64)"',
      'update --sha256 "$TOLD"': 'update --sha256 "$(sha256sum update/SHA256SUMS | cut -c 1-64)"',
      '"$EARLIER_JOB"': `"$(bindery exports list --domain docs.example.com --limit 1 --json | jq -r '.[0].jobId')"`,
    },
  },
  'docs/self-host/agent.mdx': {
    names: {
      '--project Docs': '--project "$PROJECT"',
      aj_0123456789abcdef: `"$(bindery agent list --project "$PROJECT" --limit 1 --json | jq -r '.[0].id')"`,
    },
  },
  'docs/self-host/operate.mdx': {
    names: {
      'docs.example.com': 'new.example.com',
      'organization create --name Example': 'organization create --name Example --trust-domains',
    },
  },
  'docs/self-host/kubernetes.mdx': {
    before: `URL=https://bucket.example.com/bundle.tar.gz SHA256=${'0'.repeat(64)} VERSION=1.5`,
  },
  'docs/self-host/upgrade.mdx': { before: 'NEW_VERSION=0.2.0' },
  'docs/self-host/private-repositories.mdx': { before: 'openssl genrsa -out app.private-key.pem 2048' },
  'docs/self-host/sign-in.mdx': {},
  'docs/reference/api.mdx': {},
  'docs/reference/limits.mdx': {},
}

export async function followGuides(pages: readonly Page[], sample: Sample): Promise<RanBlocks> {
  const { chosen, left } = splitBySample(sample, Object.keys(guides))
  const result: RanBlocks = { ran: new Set(), failed: [], left }
  await using world = await openGuideWorld()
  for (const path of chosen) {
    const page = pages.find((one) => one.path === path)
    if (!page) throw new Error(`There is no page ${path}.`)
    const began = performance.now()
    const { lines, failed } = await followGuide(page, guides[path] ?? {}, world)
    console.log(`${failed ? 'FAIL ' : 'ok   '} ${path}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    for (const line of lines) result.ran.add(`${path}:${line}`)
    if (failed) result.failed.push(failed)
  }
  return result
}
