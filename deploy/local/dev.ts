/**
 * Everything on one machine with demo data. Prints a key and five curl lines that work, and writes .dev/demo.json.
 * The database is made anew at each start: `npm run dev` is for trying things out, not for keeping them.
 */
import { writeFileSync } from 'node:fs'
import type { Demo } from '../../test/support/demo.ts'
import { prepareDemo } from './prepare-demo.ts'
import { readServices } from './read-services.ts'
import { readSetupCode } from './read-setup-code.ts'
import { startService } from './start-service.ts'

const port = Number(process.env.BINDERY_PORT ?? 8080)
console.log('Starting the service …')
const service = await startService({ port, workers: 1, env: linkSettings() })
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
console.log('Making demo data …')
const demo = await prepareDemo(service)
writeFileSync(new URL('../../.dev/demo.json', import.meta.url), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
console.log(introduce(demo, await readSetupCode(service)))

function introduce(
  { baseUrl, apiKey, domain, projectId, agentJobId, agentProjectId }: Demo,
  setupCode: string,
): string {
  return `
Bindery runs at ${baseUrl} (logs in ${service.logFolder}). Your key, with every right:

  export BINDERY_API_KEY=${apiKey}

1. Start an export of the demo site:
  JOB=$(curl -s -X POST ${baseUrl}/v1/static-export/jobs -H "Authorization: Bearer $BINDERY_API_KEY" -H 'Content-Type: application/json' -d '{"domain":"${domain}"}' | jq -r .jobId); echo $JOB

2. Poll it; repeat until it says completed:
  curl -s ${baseUrl}/v1/static-export/jobs/$JOB -H "Authorization: Bearer $BINDERY_API_KEY" | jq '{status, progress, pageCount, totalPages}'

3. Generate the bundle:
  curl -s -X POST ${baseUrl}/v1/static-export/jobs/$JOB/bundle -H "Authorization: Bearer $BINDERY_API_KEY" | tee bundle.json | jq

4. Download and unpack it, then open site/index.html:
  curl -s "$(jq -r .bundleUrl bundle.json)" -o bundle.tar.gz && mkdir -p site && tar xzf bundle.tar.gz -C site && ls site

5. Read an agent job:
  curl -s ${baseUrl}/v2/agent/${projectId}/job/${agentJobId} -H "Authorization: Bearer $BINDERY_API_KEY" | jq
${agentProjectId ? introduceAgent(baseUrl, agentProjectId) : ''}
The dashboard: open ${baseUrl}/setup, type the code ${setupCode}, and you are its operator.
${introduceRepository()}

Stop with Ctrl-C.`
}

/** The model plays a script for this instruction, unless BINDERY_MODEL_PROVIDER names a real one. */
function introduceAgent(baseUrl: string, projectId: string): string {
  const prompt = 'Document the new `--region` flag in the CLI page and link it from the quickstart'
  return `
6. Ask the agent for a change:
  AGENT_JOB=$(curl -s -X POST ${baseUrl}/v2/agent/${projectId}/job -H "Authorization: Bearer $BINDERY_API_KEY" -H 'Content-Type: application/json' -d '{"prompt":"${prompt}"}' | jq -r .id); echo $AGENT_JOB

7. Poll it; once it says completed, open its pull request:
  curl -s ${baseUrl}/v2/agent/${projectId}/job/$AGENT_JOB -H "Authorization: Bearer $BINDERY_API_KEY" | jq '{status, prLink, title, changedFiles, error}'
`
}

/** One that takes pull requests too, where Gitea is up. */
function introduceRepository(): string {
  const { BINDERY_GIT_URL, BINDERY_GITEA_URL, BINDERY_GITEA_OWNER, BINDERY_GITEA_TOKEN } = readServices()
  if (!BINDERY_GITEA_URL) return `A repository to connect there: ${BINDERY_GIT_URL}/public/demo.git`
  return `A repository to connect there, for exports and agent jobs:
  Repository    ${BINDERY_GITEA_URL}/${BINDERY_GITEA_OWNER}/demo.git
  Git host      Gitea or Forgejo
  Access token  ${BINDERY_GITEA_TOKEN}`
}

/** A short lifetime may be tried out here: BINDERY_BUNDLE_LINK_LIFETIME=10s npm run dev */
function linkSettings(): Record<string, string> {
  const lifetime = process.env.BINDERY_BUNDLE_LINK_LIFETIME
  return lifetime ? { BINDERY_BUNDLE_LINK_LIFETIME: lifetime, BINDERY_ALLOW_SHORT_LINKS: 'true' } : {}
}

async function stop(): Promise<void> {
  await service.stop()
  process.exit(0)
}
