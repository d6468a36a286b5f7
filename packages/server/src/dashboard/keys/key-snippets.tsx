import { apiReferencePath } from '../docs/docs-path.ts'
import { CommandLine } from '../view/copy.tsx'

interface Props {
  /** Where this installation is reached. */
  publicUrl: string
  /** One that the key may export, or an example. */
  domain: string
  /** Only right after it was made: it is known nowhere afterwards. */
  secret?: string
}

/** What one does with a key, ready to copy: with curl, on a command line and in a pipeline. */
export function KeySnippets({ publicUrl, domain, secret }: Props) {
  const key = secret ?? '$BINDERY_API_KEY'
  return (
    <>
      <CommandLine
        text={`curl -s ${publicUrl}/v1/static-export/jobs -H "Authorization: Bearer ${key}"`}
        label="a command that lists the exports"
      />
      <p>
        The <a href={`${publicUrl}${apiReferencePath}`}>API reference</a> explains every operation, with the address of
        this installation in the examples. To use an API client, load{' '}
        <a href={`${publicUrl}/openapi.json`}>openapi.json</a> into it.
      </p>
      <h2>On the command line</h2>
      <p>Starting an export needs a key with the scope write.</p>
      <CommandLine text={writeCommands(publicUrl, domain, secret)} label="commands that export and download a site" />
      <h2>In a GitHub workflow</h2>
      <p>
        Store the key as the secret <code>BINDERY_API_KEY</code>, and copy <code>deploy/github-action</code> into your
        repository as <code>.github/actions/bindery-export</code>.
      </p>
      <CommandLine text={writeWorkflow(publicUrl, domain)} label="the step of a GitHub workflow" />
      <h2>In any other pipeline</h2>
      <p>
        Store the key as the masked variable <code>BINDERY_API_KEY</code>. The command ends with 1 if the export fails.
      </p>
      <CommandLine text={writePipeline(publicUrl, domain)} label="the script of a pipeline" />
    </>
  )
}

function writeCommands(publicUrl: string, domain: string, secret: string | undefined): string {
  return [
    `export BINDERY_URL=${publicUrl}`,
    `export BINDERY_API_KEY=${secret ?? 'bnd_…'}`,
    `bindery export --domain ${domain} --output bundle.tar.gz`,
  ].join('\n')
}

function writeWorkflow(publicUrl: string, domain: string): string {
  return [
    '- uses: ./.github/actions/bindery-export',
    '  with:',
    `    url: ${publicUrl}`,
    // Named in the repository's settings: the key itself stands in no file.
    `    api-key: \${{ secrets.BINDERY_API_KEY }}`,
    `    domain: ${domain}`,
    `    ref: \${{ github.sha }}`,
  ].join('\n')
}

function writePipeline(publicUrl: string, domain: string): string {
  return [`export BINDERY_URL=${publicUrl}`, `bindery export --domain ${domain} --output bundle.tar.gz`].join('\n')
}
