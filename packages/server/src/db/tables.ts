import type { AssetMode, AuthorCodeMode, PublicationCause } from '@bindery/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The tables of migrations/, as kysely sees them. */
export interface Tables {
  organization: OrganizationTable
  project: ProjectTable
  domain: DomainTable
  api_key: ApiKeyTable
  quota: QuotaTable
  idempotency: IdempotencyTable
  audit: AuditTable
  project_source: ProjectSourceTable
  export: ExportTable
  export_chunk: ExportChunkTable
  export_remains: ExportRemainsTable
  agent_job: AgentJobTable
  agent_job_event: AgentJobEventTable
  agent_usage: AgentUsageTable
  person: PersonTable
  recovery_code: RecoveryCodeTable
  membership: MembershipTable
  session: SessionTable
  device: DeviceTable
  invitation: InvitationTable
  sign_in: SignInTable
  setup_code: SetupCodeTable
  deletion: DeletionTable
  ended_work: EndedWorkTable
  worker: WorkerTable
  job_step: JobStepTable
  publication: PublicationTable
  preview_secret: PreviewSecretTable
  host_key: HostKeyTable
}

interface HostKeyTable {
  id: string
  name: string
  prefix: string
  hash: Buffer
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  last_used_address: string | null
  created_at: CreatedAt
}

interface PreviewSecretTable {
  only_one: Generated<boolean>
  secret: Buffer
}

export type Plan = 'free' | 'pro' | 'enterprise'
type CreatedAt = ColumnType<Date, never, never>

interface OrganizationTable {
  id: string
  name: string
  plan: Plan
  limits: JSONColumnType<Record<string, number>, string | undefined, string>
  suspended_at: Date | null
  created_at: CreatedAt
}

interface ProjectTable {
  id: string
  organization_id: string
  name: string
  repository: string
  branch: string
  docs_path: Generated<string>
  credential: Buffer | null
  page_rule: Generated<PageRule>
  secrets_found: Generated<'warn' | 'fail'>
  assets: Generated<AssetMode>
  author_code: Generated<AuthorCodeMode>
  secret_exceptions: Generated<string[]>
  git_host: 'github' | 'gitlab' | 'gitea' | null
  git_api_url: string | null
  model: ColumnType<ProjectModel | null, string | null | undefined, string | null>
  model_credential: Buffer | null
  created_at: CreatedAt
}

interface ProjectSourceTable {
  project_id: string
  list_key: string
  list_sha256: string
  files: string
  packs: string[]
  begun_at: Date
}

/** What becomes of a page that is not valid MDX: it is shown as far as it can be read, or it fails the export. */
export type PageRule = 'lenient' | 'strict'

/** What a project uses in place of the installation's model. */
export interface ProjectModel {
  provider: 'anthropic' | 'openai' | 'openai-compatible'
  model?: string
  baseUrl?: string
}

interface DomainTable {
  name: string
  organization_id: string
  project_id: string
  token: ColumnType<string, never, string>
  /** Null for a claim that is not proven yet. */
  verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: CreatedAt
  current_export: string | null
  published_at: Date | null
  /** What was started before this does not become current by itself. */
  follows_after: ColumnType<Date | null, never, never>
  pinned_at: Date | null
  pinned_by: string | null
  pin_reason: string | null
  /** Set by the database. */
  publication_revision: ColumnType<number, never, never>
}

interface PublicationTable {
  /** A bigint: `pg` hands it over as text. */
  id: GeneratedAlways<string>
  organization_id: string
  domain: string
  export_id: string
  cause: PublicationCause
  actor: string
  at: CreatedAt
}

interface ApiKeyTable {
  id: string
  organization_id: string
  name: string
  prefix: string
  hash: Buffer
  scopes: ('read' | 'write')[]
  project_ids: string[] | null
  addresses: string[] | null
  expires_at: Date | null
  revoked_at: Date | null
  rotated_to: string | null
  last_used_at: Date | null
  last_used_address: string | null
  /** The actor that made it, as in the audit log. */
  created_by: string | null
  created_at: CreatedAt
}

interface QuotaTable {
  subject: string
  name: string
  hour: Date
  used: number
}

interface IdempotencyTable {
  organization_id: string
  key: string
  operation: string
  body_hash: Buffer
  answer: JSONColumnType<object>
  created_at: CreatedAt
}

interface AuditTable {
  id: GeneratedAlways<string>
  organization_id: string | null
  actor: string
  address: string | null
  action: string
  target: string
  outcome: string
  request_id: string | null
  at: CreatedAt
}

interface ExportTable {
  id: string
  organization_id: string
  project_id: string
  domain: string
  requested_ref: string | null
  /** As it was when the export began; null until then. */
  ref: string | null
  requested_version: string | null
  requested_paths: string[] | null
  requested_assets: AssetMode | null
  /** Null for the project's own; a start can only turn it off. */
  requested_author_code: 'off' | null
  requested_page_rule: PageRule | null
  status: Generated<'queued' | 'running' | 'completed' | 'failed'>
  progress: Generated<number>
  page_count: Generated<number>
  total_pages: number | null
  open_chunks: number | null
  pages_rendered: Generated<number>
  pages_reused: Generated<number>
  version: string | null
  commit: string | null
  /** Its first line. */
  commit_message: string | null
  /** The actor, as the audit log names it. */
  started_by: string | null
  errors: Generated<number>
  warnings: Generated<number>
  error: string | null
  error_code: string | null
  /** Digest of the manifest's `files`; null until the site is finished. */
  content_digest: string | null
  bundle_key: string | null
  bundle_sha256: string | null
  /** A bigint: `pg` hands it over as text. */
  bundle_bytes: ColumnType<string | null, number | null | undefined, number | null>
  /** What of it has ended a process, each time it did. */
  ended_processes: Generated<string[]>
  revision: ColumnType<number, never, never>
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, never>
  started_at: Date | null
  ended_at: Date | null
  retained_until: Date | null
  /** Set by the database while it is current. */
  retention: ColumnType<unknown, never, never>
}

interface ExportRemainsTable {
  export_id: string
  kind: 'leftovers' | 'source' | 'files'
  due_at: Date
  /** A worker deletes them. */
  clearing_until: Date | null
}

interface ExportChunkTable {
  export_id: string
  index: number
  pages: number
  warnings: number
  /** Below the prefix of the export that made it, which may be an earlier one of the same project. */
  pack_key: string
  /** The export that stored it. */
  pack_owner: string
  /** Null for those beside the pack. */
  first_page: Generated<string>
  reused: Generated<number>
}

interface AgentJobTable {
  id: string
  organization_id: string
  project_id: string
  status: Generated<'active' | 'completed' | 'archived' | 'failed'>
  repository: string
  ref: string | null
  model: string
  prompt: string
  /** The actor, as the audit log names it. */
  started_by: string | null
  pr_link: string | null
  error: string | null
  error_code: string | null
  /** What of its turns has ended a process, each time it did. */
  ended_processes: Generated<string[]>
  revision: ColumnType<number, never, never>
  created_at: CreatedAt
  updated_at: ColumnType<Date, never, never>
  archived_at: Date | null
  archived_from: 'completed' | 'failed' | null
  title: string | null
  summary: string | null
  changed_files: Generated<string[]>
  usage: UsageColumn
  earlier_usage: UsageColumn
  turn: Generated<number>
  branch: GeneratedAlways<string>
  base_commit: string | null
  head_commit: string | null
  /** Kept by the database. */
  ended_at: ColumnType<Date | null, never, never>
}

type UsageColumn = JSONColumnType<AgentUsage, string | undefined, string>

/** Model usage of an agent job so far. */
export interface AgentUsage {
  inputTokens: number
  outputTokens: number
  steps: number
}

export type AgentJobEventKind = 'instruction' | 'answer' | 'tool' | 'check' | 'pull_request' | 'ended'

interface AgentJobEventTable {
  agent_job_id: string
  /** A bigint: `pg` hands it over as text. */
  position: ColumnType<string, number, never>
  at: CreatedAt
  kind: AgentJobEventKind
  body: JSONColumnType<Record<string, unknown>, string, string>
}

interface AgentUsageTable {
  organization_id: string
  day: Date
  model: string
  /** Counted by the database. */
  input_tokens: ColumnType<string, never, never>
  output_tokens: ColumnType<string, never, never>
}

export type Role = 'viewer' | 'writer' | 'admin'

interface PersonTable {
  id: string
  email: string
  name: string
  password: string | null
  totp_secret: Buffer | null
  /** A bigint: `pg` hands it over as text. */
  totp_step: ColumnType<string | null, number | null | undefined, number | null>
  oidc_issuer: string | null
  oidc_subject: string | null
  is_operator: Generated<boolean>
  /** Null until the identity provider or a link of the operator's has shown that the address is its owner's. */
  email_proven_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: CreatedAt
}

interface RecoveryCodeTable {
  person_id: string
  hash: Buffer
}

interface MembershipTable {
  person_id: string
  organization_id: string
  role: Role
  from_group: Generated<boolean>
  created_at: CreatedAt
}

interface SessionTable {
  hash: Buffer
  person_id: string
  address: string | null
  agent: string | null
  created_at: CreatedAt
  seen_at: ColumnType<Date, never, Date>
  expires_at: Date
}

interface DeviceTable {
  hash: Buffer
  person_id: string
  created_at: CreatedAt
  expires_at: Date
}

interface InvitationTable {
  hash: Buffer
  kind: 'join' | 'reset'
  email: string
  organization_id: string | null
  role: Role | null
  invited_by: string
  created_at: CreatedAt
  expires_at: Date
}

/** What the identity provider's answer is checked against. */
export interface OidcExpectation {
  state: string
  nonce: string
  codeVerifier: string
}

interface SignInTable {
  hash: Buffer
  person_id: string | null
  oidc: ColumnType<OidcExpectation | null, string | null | undefined, never>
  return_to: string
  expires_at: Date
}

interface SetupCodeTable {
  hash: Buffer
  expires_at: Date
}

interface DeletionTable {
  id: GeneratedAlways<string>
  organization_id: string
  prefixes: string[]
  workflows: string[]
  requested_at: CreatedAt
  due_at: ColumnType<Date, never, Date>
}

interface WorkerTable {
  id: string
  since: Generated<Date>
  address: Generated<string | null>
  cores: number
  connections: number
  lost_at: Date | null
}

interface JobStepTable {
  workflow_id: string
  number: number
  name: string
  attempt: number
  worker: string
  alone: Generated<boolean>
  started_at: Generated<Date>
  ended_at: Date | null
  failed: boolean | null
}

interface EndedWorkTable {
  workflow_id: string
  export_id: string | null
  agent_job_id: string | null
  due_at: ColumnType<Date, never, Date>
}
