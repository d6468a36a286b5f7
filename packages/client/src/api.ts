// Made from packages/contract by `npm run openapi`; do not agent_job.

/** A static export job. */
export interface ExportJob {
  /** Identifies the job in later paths. */
  jobId: string
  domain: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  /** Never falls; 100 only with `completed`. */
  progress: number
  /** Pages exported so far; never falls. */
  pageCount: number
  /** Null until the site is planned. */
  totalPages: number | null
  pagesRendered: number
  pagesReused: number
  /** The label; the short commit by default. Null until known. */
  version: string | null
  /** Null until the source is fetched. */
  commit: string | null
  createdAt: string
  updatedAt: string
  /** Why the job failed; null unless it failed. */
  error: string | null
  /** A stable word for the failure; null unless it failed. */
  errorCode: string | null
  /** How many errors the report holds: pages that are shown in part, or left out. */
  errors: number
  /** How many warnings the report holds. */
  warnings: number
  /** Null unless the operator set a retention. */
  retainedUntil: string | null
}

export interface ExportJobPage {
  jobs: ExportJob[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

export interface StartExport {
  /** The domain to export. */
  domain: string
  /** A branch, tag or commit; the project's branch by default. */
  ref?: string | undefined
  /** A label for this export; the short commit by default. */
  version?: string | undefined
  /** The pages to export, by their paths; every published page by default. */
  paths?: string[] | undefined
  /** Files that pages show of other hosts: `vendor` brings them along, `link` keeps their addresses, `strict` fails the job if one cannot be fetched; the project's setting by default. */
  assets?: 'vendor' | 'link' | 'strict' | undefined
  /** `lenient` shows a page that is not valid MDX as far as it can be read, and reports an error; `strict` fails the job with `page_failed`. The project's setting by default. */
  pages?: 'lenient' | 'strict' | undefined
  /** `off` leaves the docs folder's own scripts and components out of this export. Only the project's setting can let them run. */
  authorCode?: 'off' | undefined
}

export interface CreateBundle {
  /** An older job of the same project, or any job of it if this one is current: the link leads to a delta from its bundle to this one. Beyond the quota of deltas it leads to the whole bundle. */
  since?: string | undefined
}

/** A fresh link to the bundle; the job and its files stay reusable. */
export interface ExportBundle {
  jobId: string
  /** The job that the delta starts from; null if the archive is the whole bundle. */
  since: string | null
  /** Presigned link to the single-archive bundle, or to the delta. */
  bundleUrl: string
  /** Time after which the link no longer works. */
  expiresAt: string
  sizeBytes: number
  sha256: string
}

/** A part of the transcript of an agent job. */
export interface AgentEventPage {
  events: {
    /** Grows from event to event; as `cursor` it asks for what came after. */
    position: number
    /** 1 for the instruction of the job; each message begins the next. */
    turn: number
    at: string
    kind: 'instruction' | 'answer' | 'tool' | 'check' | 'pull_request' | 'ended'
    /** What happened; its members depend on the kind. */
    body: Record<string, unknown>
  }[]
  /** Give it as `cursor` for the next page; null when there is no more yet. */
  nextCursor: string | null
}

/** An agent job. */
export interface AgentJob {
  /** Unique identifier of the agent job. */
  id: string
  /** Current state of the job. */
  status: 'active' | 'completed' | 'archived' | 'failed'
  /** Source repository information. */
  source: {
    /** Full URL of the source repository. */
    repository: string
    /** Git branch the agent works on. */
    ref: string | null
  }
  /** The AI model used for the job. */
  model: string
  /** URL of the pull request created by the agent. Null while the job is `active`, or when no file was changed. */
  prLink: string | null
  /** Creation timestamp of the job. */
  createdAt: string
  /** Timestamp at which the job was archived. */
  archivedAt: string | null
  /** What was done, in a line; null until a turn has completed. */
  title: string | null
  /** What was done and why, of the latest turn that completed. */
  summary: string | null
  /** A stable word for the failure; null unless it failed. */
  errorCode: string | null
  /** Why the job failed; null unless it failed. */
  error: string | null
  /** The files that the job has changed, by their paths. */
  changedFiles: string[]
  /** What the job has cost so far, over all its turns. While a model call is under way, it contains an estimate for that call; after a job was cancelled during a call, the estimate stays. */
  usage: {
    inputTokens: number
    outputTokens: number
    steps: number
  }
}

export interface AgentJobPage {
  jobs: AgentJob[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

export interface CreateAgentJob {
  /** What the agent should do. */
  prompt: string
  /** The branch to work on; the project's branch by default. */
  ref?: string | undefined
  /** One of the installation's models; its default by default. */
  model?: string | undefined
}

export interface MessageAgentJob {
  /** What the agent should do next, on the same pull request. */
  prompt: string
}

/** Files of a static export. */
export interface ExportFilePage {
  files: {
    /** Relative to the site's root. */
    path: string
    size: number
    sha256: string
    /** The media type with which a host should serve it. */
    type: string
    /** The source page it was made from; null for what pages share. */
    page: string | null
  }[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

/** Where a completed export can be viewed. */
export interface ExportPreview {
  jobId: string
  /** The first page of the site; addresses of other pages continue it. Whoever has it may look. */
  previewUrl: string
  /** From then on the address leads nowhere; ask for a new one. */
  expiresAt: string
}

/** What became of the pages from one static export to another. */
export interface ExportChanges {
  jobId: string
  since: string
  counts: {
    added: number
    changed: number
    moved: number
    removed: number
    rendered: number
  }
  pages: {
    /** `changed` is another text; `moved` the same text at another path; `rendered` the same text in other HTML, as after a change of a snippet, the navigation or the theme. */
    kind: 'added' | 'changed' | 'moved' | 'removed' | 'rendered'
    /** The page's path within the site, without its ending. */
    path: string
    /** Where a moved page was before; null for the others. */
    from: string | null
  }[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

/** A block of the text of a page. */
export interface TextBlock {
  mark: 'same' | 'removed' | 'added'
  /** A paragraph, a list, a code block: what blank lines separate. */
  text: string
  /** How many unchanged blocks before this one are left out. */
  skipped: number
}

/** What changed in the text of one page. */
export interface PageDifference {
  jobId: string
  since: string
  path: string
  /** What changed, with one unchanged block around it. Null for a text of more than 1 MiB or 5,000 blocks. */
  blocks: TextBlock[] | null
}

/** How much of the docs folder's own code runs in readers' browsers, where it may. */
export interface AuthorCodeReport {
  /** At most 2,000. */
  pages: {
    page: string
    bytes: number
  }[]
  /** On every page. */
  scripts: {
    file: string
    bytes: number
  }[]
}

/** The report of an export. */
export interface ExportReport {
  renderer: string
  /** The name of the site. */
  name: string
  counts: {
    pages: number
    rendered: number
    failed: number
    leftOut: number
    /** How many findings there are of each code. */
    findings: Record<string, number>
    /** On how many pages there is a finding of a code. */
    pagesWith: Record<string, number>
    withAllImports: number
    withoutFallback: number
    outsideHosts: number
    unlisted: number
    /** Pages, scripts and other files that are not published. */
    leftOutFiles: number
    /** Mistakes in the configuration. */
    configuration: number
    /** How many errors there are in all. */
    errors: number
    /** How many warnings there are in all. */
    warnings: number
    /** How many pieces of advice there are in all. */
    advice: number
  }
  /** Pages that could not be rendered, at most 100; a fatal one fails the export. */
  failures: {
    file: string
    line: number
    column: number
    reason: string
    fatal: boolean
  }[]
  /** Broken links, missing assets, unknown components and the like; at most 2,000 of a code. */
  findings: {
    code: string
    severity: 'error' | 'warning' | 'advice'
    message: string
    file: string
    line: number
    column: number
  }[]
  /** Hosts from which a reader's browser loads something; at most 2,000, with at most 20,000 pages in all. `count` is the number of pages of a host. */
  outsideHosts: {
    host: string
    pages: string[]
    count: number
  }[]
  /** Pages that no navigation links to, at most 2,000. */
  unlisted: string[]
  /** Files that are not published, at most 2,000. */
  leftOut: {
    file: string
    reason: string
  }[]
  /** What is wrong in the configuration, and how to fix it; at most 2,000. */
  advice: {
    file: string
    path: string
    message: string
    suggestion: string
  }[]
  authorCode?: AuthorCodeReport | undefined
}

/** A project of the organization. */
export interface Project {
  /** Identifies the project in the paths of agent jobs. */
  id: string
  name: string
  /** URL of the source repository. */
  repository: string
  /** The branch that exports and agent jobs use unless they name another. */
  branch: string
  /** The folder of the docs in the repository; empty for its root. */
  docsPath: string
  createdAt: string
}

export interface ProjectPage {
  projects: Project[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

/** A domain of a project. */
export interface Domain {
  /** What an export of the site is started with. */
  domain: string
  /** The project whose site it is. */
  projectId: string
  /** When control of the domain was proven; null while no export of it can start. */
  verifiedAt: string | null
  createdAt: string
  /** The export that its hosts serve; null while there is none. */
  currentJobId: string | null
  /** Whether it stays at that export until it is unpinned. */
  pinned: boolean
}

export interface DomainPage {
  domains: Domain[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

/** A pinned domain stays at its current export until it is unpinned. */
export interface DomainPin {
  /** Why, in the words of whoever pinned it. */
  reason: string | null
  pinnedAt: string
  /** Who pinned it, as the audit log names them. */
  pinnedBy: string
}

/** What the hosts of a domain serve. */
export interface CurrentExport {
  domain: string
  projectId: string
  /** The export that hosts serve; null while there is none. */
  jobId: string | null
  /** The label of the export. */
  version: string | null
  /** The commit that the export was made of. */
  commit: string | null
  /** When it became current. */
  publishedAt: string | null
  /** Null unless the domain is pinned. */
  pin: DomainPin | null
}

/** What the hosts of a domain serve after a rollback, and what changed. */
export interface RollBackResult {
  domain: string
  projectId: string
  /** The export that hosts serve; null while there is none. */
  jobId: string | null
  /** The label of the export. */
  version: string | null
  /** The commit that the export was made of. */
  commit: string | null
  /** When it became current. */
  publishedAt: string | null
  /** Null unless the domain is pinned. */
  pin: DomainPin | null
  /** The export that was current before; null if none was. */
  replaced: {
    jobId: string
    /** The label of the export. */
    version: string | null
    /** The commit that the export was made of. */
    commit: string | null
  } | null
  /** How many pages change for readers, by kind. Null if the two exports cannot be compared now, for example because the bundle of the replaced one is still being written. */
  pageChanges: {
    added: number
    changed: number
    moved: number
    removed: number
    rendered: number
  } | null
}

/** An export became the current one of its domain. */
export interface Publication {
  jobId: string
  /** The label of the export. */
  version: string | null
  /** The commit that the export was made of. */
  commit: string | null
  publishedAt: string
  /** `service` for a completed export, else as the audit log names them. */
  publishedBy: string
  /** Why it became current: a full export of the production branch completed, or a person or key published it or rolled back to it. */
  cause: 'export' | 'publish' | 'rollback'
  /** Whether its files are still kept, so that it can be published again. */
  available: boolean
}

export interface PublicationPage {
  publications: Publication[]
  /** Give it as `cursor` for the next page; null on the last. */
  nextCursor: string | null
}

export interface PublishExport {
  /** A completed export of the domain, whatever its ref or paths. */
  jobId: string
  /** Pins the domain too, for this reason; on a domain that is pinned already the pin moves to this export. */
  pin?: string | undefined
}

export interface RollBack {
  /** The export to go back to. The default is the export whose other content was live before; what was rolled back is skipped. */
  jobId?: string | undefined
  /** Pins the domain too, for this reason; on a domain that is pinned already the pin moves to this export. */
  pin?: string | undefined
}

export interface PinDomain {
  /** Why, for people who wonder later. */
  reason?: string | undefined
}

/** The `code` of an error. */
export type ErrorCode =
  | 'malformed_json'
  | 'invalid_request'
  | 'missing_key'
  | 'invalid_key'
  | 'expired_key'
  | 'revoked_key'
  | 'address_not_allowed'
  | 'insufficient_scope'
  | 'organization_suspended'
  | 'plan_required'
  | 'monthly_budget_spent'
  | 'domain_not_found'
  | 'export_not_found'
  | 'file_not_found'
  | 'report_not_found'
  | 'project_not_found'
  | 'agent_job_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'idempotency_in_flight'
  | 'domain_not_verified'
  | 'export_not_completed'
  | 'export_ended'
  | 'export_failed'
  | 'export_not_comparable'
  | 'export_of_another_domain'
  | 'domain_pinned'
  | 'nothing_published'
  | 'nothing_to_roll_back_to'
  | 'rollback_changes_nothing'
  | 'agent_job_active'
  | 'agent_job_ended'
  | 'agent_job_archived'
  | 'agent_job_not_archived'
  | 'model_not_configured'
  | 'export_expired'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'too_many_active'
  | 'too_many_failures'
  | 'internal_error'
  | 'unavailable'

/** How each operation is called. */
export const operations = {
  startExport: {
    method: 'POST',
    path: '/v1/static-export/jobs',
    idempotent: true,
  },
  listExports: {
    method: 'GET',
    path: '/v1/static-export/jobs',
    idempotent: false,
  },
  getExport: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}',
    idempotent: false,
  },
  cancelExport: {
    method: 'POST',
    path: '/v1/static-export/jobs/{jobId}/cancel',
    idempotent: false,
  },
  createBundle: {
    method: 'POST',
    path: '/v1/static-export/jobs/{jobId}/bundle',
    idempotent: false,
  },
  listExportFiles: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/files',
    idempotent: false,
  },
  getExportFile: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/files/{path}',
    idempotent: false,
  },
  getExportPreview: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/preview',
    idempotent: false,
  },
  listExportChanges: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/changes',
    idempotent: false,
  },
  getPageDifference: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/changes/{path}',
    idempotent: false,
  },
  getExportReport: {
    method: 'GET',
    path: '/v1/static-export/jobs/{jobId}/report',
    idempotent: false,
  },
  createAgentJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job',
    idempotent: true,
  },
  listAgentJobs: {
    method: 'GET',
    path: '/v2/agent/{projectId}/jobs',
    idempotent: false,
  },
  getAgentJob: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}',
    idempotent: false,
  },
  messageAgentJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/message',
    idempotent: true,
  },
  cancelAgentJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/cancel',
    idempotent: false,
  },
  archiveAgentJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/archive',
    idempotent: false,
  },
  unarchiveAgentJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/unarchive',
    idempotent: false,
  },
  listAgentEvents: {
    method: 'GET',
    path: '/v2/agent/{projectId}/job/{id}/events',
    idempotent: false,
  },
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    idempotent: false,
  },
  listDomains: {
    method: 'GET',
    path: '/v1/domains',
    idempotent: false,
  },
  getCurrentExport: {
    method: 'GET',
    path: '/v1/domains/{domain}/current',
    idempotent: false,
  },
  listPublications: {
    method: 'GET',
    path: '/v1/domains/{domain}/publications',
    idempotent: false,
  },
  publishExport: {
    method: 'POST',
    path: '/v1/domains/{domain}/publish',
    idempotent: false,
  },
  rollBack: {
    method: 'POST',
    path: '/v1/domains/{domain}/rollback',
    idempotent: true,
  },
  pinDomain: {
    method: 'POST',
    path: '/v1/domains/{domain}/pin',
    idempotent: false,
  },
  unpinDomain: {
    method: 'POST',
    path: '/v1/domains/{domain}/unpin',
    idempotent: false,
  },
  listHostedDomains: {
    method: 'GET',
    path: '/v1/hosting/domains',
    idempotent: false,
  },
  createHostedBundle: {
    method: 'POST',
    path: '/v1/hosting/domains/{domain}/bundle',
    idempotent: false,
  },
} as const
