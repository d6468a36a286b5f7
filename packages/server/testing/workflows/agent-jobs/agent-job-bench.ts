import { randomBytes } from 'node:crypto'
import { askGitea, createGiteaRepository, runningGitea } from '../../../../../deploy/local/seed-gitea.ts'
import { operatorScope } from '../../../src/core/access/scope.ts'
import { insertAgentJob } from '../../../src/core/agent-jobs/create/insert-agent-job.ts'
import { operator } from '../../../src/core/audit/record-audit.ts'
import { setCredential } from '../../../src/core/credentials/set-credential.ts'
import type { WorkerDeps } from '../../../src/workflows/start-worker.ts'
import type { TestDatabase } from '../../db/create-test-database.ts'
import { type ExportBench, openExportBench } from '../export-bench.ts'
import { waitForRow } from '../wait-for-row.ts'

/** What an export needs, and a model. */
export interface AgentJobBench {
  exports: ExportBench
  workerDeps: WorkerDeps
  /** A project that agents can push to: its repository, alone on Gitea, holds this folder. */
  addProject(organizationId: string, folder: string): Promise<string>
  startAgentJob(projectId: string, prompt: string): Promise<string>
  /** Waits, by the database's own notice, until the agent job has ended. */
  waitForEnd(agentJobId: string): Promise<AgentJobRow>
  listEvents(agentJobId: string): Promise<{ kind: string; body: Record<string, unknown> }[]>
  close(): Promise<void>
}

export type AgentJobRow = Awaited<ReturnType<typeof readAgentJob>>

export async function openAgentJobBench(modelUrl: string): Promise<AgentJobBench> {
  const exports = await openExportBench()
  const { database, engine } = exports
  const gitea = runningGitea()
  const credentialKeys = { current: randomBytes(32), previous: [] }
  const repositories: string[] = []
  return {
    exports,
    workerDeps: {
      ...exports.workerDeps,
      git: { policy: { allowedHosts: [...exports.workerDeps.git.policy.allowedHosts, gitea.url] } },
      credentialKeys,
      model: { provider: 'openai-compatible', baseUrl: modelUrl },
    },
    async addProject(organizationId, folder) {
      const name = `bench-${randomBytes(4).toString('hex')}`
      repositories.push(name)
      const { url } = await createGiteaRepository(gitea, name, folder)
      const projectId = await exports.addProject(organizationId, url)
      await database.db.updateTable('project').set({ git_host: 'gitea' }).where('id', '=', projectId).execute()
      await setCredential(
        database.db,
        operatorScope,
        { projectId, credential: { secret: gitea.token } },
        operator,
        credentialKeys,
      )
      return projectId
    },
    startAgentJob: (projectId, prompt) =>
      database.db.transaction().execute(async (trx) => {
        const project = await trx
          .selectFrom('project')
          .selectAll()
          .where('id', '=', projectId)
          .executeTakeFirstOrThrow()
        const agentJobId = await insertAgentJob(trx, { project, ref: null, model: 'scripted', prompt })
        await engine.enqueueAgentJob(trx, { agentJobId, turn: 1, organizationId: project.organization_id })
        return agentJobId
      }),
    waitForEnd: (agentJobId) =>
      waitForRow(
        database,
        () => readAgentJob(database, agentJobId),
        ({ status }) => status !== 'active',
      ),
    listEvents: (agentJobId) =>
      database.db
        .selectFrom('agent_job_event')
        .select(['kind', 'body'])
        .where('agent_job_id', '=', agentJobId)
        .orderBy('position')
        .execute(),
    async close() {
      await exports.close()
      for (const name of repositories) await askGitea(gitea, `/repos/${gitea.owner}/${name}`, { method: 'DELETE' })
    },
  }
}

function readAgentJob({ db }: TestDatabase, agentJobId: string) {
  return db.selectFrom('agent_job').selectAll().where('id', '=', agentJobId).executeTakeFirstOrThrow()
}
