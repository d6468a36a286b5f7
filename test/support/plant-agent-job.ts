import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** An active agent job on which no agent works: what a client sees of a job that takes long. */
export async function plantAgentJob(databaseUrl: string, project: string, prompt: string): Promise<string> {
  const id = `aj_${randomBytes(8).toString('hex')}`
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    await database.query(
      `insert into agent_job (id, organization_id, project_id, repository, ref, model, prompt, status)
       select $1, organization_id, id, repository, branch, 'development', $3, 'active' from project where id = $2`,
      [id, project, prompt],
    )
    await database.query(
      `insert into agent_job_event (agent_job_id, position, kind, body) values ($1, 100000, 'instruction', $2)`,
      [id, JSON.stringify({ text: prompt })],
    )
  } finally {
    await database.end()
  }
  return id
}
