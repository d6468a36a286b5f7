/**
 * Where each thing lies in the bucket. All that belongs to an organization, a project or an export lies below one
 * prefix, so deleting it is one `deletePrefix`.
 */
export const organizationPrefix = (organizationId: string) => `org/${organizationId}/`

export const projectPrefix = (organizationId: string, projectId: string) =>
  `${organizationPrefix(organizationId)}project/${projectId}/`

export const snapshotPrefix = (organizationId: string, projectId: string) =>
  `${projectPrefix(organizationId, projectId)}snapshot/`

/** Sources by difference: lists of files, and packs of their content. */
export const sourcePrefix = (organizationId: string, projectId: string) =>
  `${projectPrefix(organizationId, projectId)}source/`

export const sourceListKey = (prefix: string, sha256: string) => `${prefix}list/${sha256}`

export const sourcePackKey = (prefix: string, name: string) => `${prefix}pack/${name}`

export const exportPrefix = (organizationId: string, exportId: string) =>
  `${organizationPrefix(organizationId)}export/${exportId}/`

export const exportReportKey = (organizationId: string, exportId: string) =>
  `${exportPrefix(organizationId, exportId)}report.json`

export const agentJobPrefix = (organizationId: string, agentJobId: string) =>
  `${organizationPrefix(organizationId)}agent-job/${agentJobId}/`

/** What one turn of it needs until it has ended. */
export const agentJobTurnPrefix = (turn: { organizationId: string; agentJobId: string; turn: number }) =>
  `${agentJobPrefix(turn.organizationId, turn.agentJobId)}t${turn.turn}/`
