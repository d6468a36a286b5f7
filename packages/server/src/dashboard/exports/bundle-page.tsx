import type { ExportBundle } from '@bindery/contract'
import { CommandLine, Copy } from '../view/copy.tsx'
import { at, Page } from '../view/layout/page.tsx'
import { formatBytes } from '../view/numbers.ts'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { trailTo } from './trail-to.ts'

interface Props {
  visit: MemberVisit
  domain: string
  /** The label of the export. */
  version: string | null
  bundle: ExportBundle
  /** The earlier export that a delta was requested from. */
  asked: string | undefined
}

/** The link, once: it is a credential, so it stands on no page that could be opened again. */
export function BundlePage({ visit, domain, version, bundle, asked }: Props) {
  const { jobId, bundleUrl, expiresAt, sizeBytes, sha256 } = bundle
  const isDelta = bundle.since !== null
  return (
    <Page
      visit={visit}
      title={isDelta ? 'Delta link' : 'Bundle link'}
      section="exports"
      trail={trailTo({ id: jobId, domain })}
    >
      <p class="warning">
        Anyone who has this link can download the site until it expires <Time at={expiresAt} />. After that, get a new
        link: the export and its files stay.
      </p>
      {asked !== undefined && !isDelta && (
        <p>This hour's quota of deltas is used up, so the link is to the whole bundle.</p>
      )}
      <p class="actions">
        <a class="button primary" href={bundleUrl} rel="noreferrer">
          Download {formatBytes(sizeBytes)}
        </a>
        <a href={at(visit, `/exports/${jobId}`)}>Back to the export</a>
      </p>
      <h2>The link</h2>
      <CommandLine text={bundleUrl} label="the link" />
      <dl class="facts">
        <dt>Expires</dt>
        <dd>
          <Time at={expiresAt} />
        </dd>
        <dt>Size</dt>
        <dd>{formatBytes(sizeBytes)}</dd>
        <dt>SHA-256</dt>
        <dd>
          <Copy text={sha256} label="the digest" />
        </dd>
      </dl>
      {isDelta ? <ApplyDelta bundle={bundle} /> : <UseBundle bundle={bundle} version={version} />}
    </Page>
  )
}

function UseBundle({ bundle: { bundleUrl, sha256 }, version }: Pick<Props, 'bundle' | 'version'>) {
  return (
    <>
      <h2>Download and verify</h2>
      <CommandLine text={`curl -fsS "${bundleUrl}" -o bundle.tar.gz`} label="the download command" />
      <CommandLine text={`echo "${sha256}  bundle.tar.gz" | sha256sum -c`} label="the digest command" />
      <CommandLine text="bindery verify bundle.tar.gz" label="the verify command" />
      <h2>Deploy with Helm</h2>
      <CommandLine text={helmCommand({ bundleUrl, sha256, version })} label="the Helm command" />
    </>
  )
}

/**
 * The command of docs/publish/continuously.mdx. Without `--reuse-values` Helm would drop the release's other values; with it,
 * the version of an earlier bundle stays unless it is set again.
 */
function helmCommand({ bundleUrl, sha256, version }: HelmValues): string {
  return [
    'helm upgrade docs ./chart --reuse-values --set staticExport.enabled=true',
    `--set-string staticExport.bundleUrl="${bundleUrl}"`,
    `--set-string staticExport.sha256="${sha256}"`,
    `--set-string staticExport.version="${version ?? ''}"`,
  ].join(' \\\n  ')
}

interface HelmValues extends Pick<ExportBundle, 'bundleUrl' | 'sha256'> {
  version: string | null
}

function ApplyDelta({ bundle: { bundleUrl } }: Pick<Props, 'bundle'>) {
  return (
    <>
      <h2>Download and apply</h2>
      <p>The folder must contain the earlier export, unpacked and unchanged. If anything fails, it stays as it was.</p>
      <CommandLine text={`curl -fsS "${bundleUrl}" -o delta.tar.gz`} label="the download command" />
      <CommandLine text="bindery apply site delta.tar.gz" label="the apply command" />
      <CommandLine text="bindery verify site" label="the verify command" />
    </>
  )
}
