/**
 * Every error the API can answer, in one place. The code is for programs and never changes its meaning; the
 * status follows from the code; the description goes into the API reference.
 */
export const errorCatalogue = {
  malformed_json: { status: 400, description: 'The body is not valid JSON.' },
  invalid_request: {
    status: 400,
    description: 'A field or parameter is missing, unknown or out of range; `details` lists each.',
  },
  missing_key: { status: 401, description: 'No API key was sent.' },
  invalid_key: { status: 401, description: 'The API key is not known.' },
  expired_key: { status: 401, description: 'The API key has passed its expiry.' },
  revoked_key: { status: 401, description: 'The API key was revoked.' },
  address_not_allowed: { status: 403, description: 'The key may not be used from this address.' },
  insufficient_scope: { status: 403, description: 'The key lacks the scope that the operation needs.' },
  organization_suspended: { status: 403, description: 'The organization is suspended.' },
  plan_required: { status: 403, description: "The organization's plan does not include static export." },
  monthly_budget_spent: {
    status: 403,
    description: 'The budget of the organization for agent jobs is used up this month.',
  },
  domain_not_found: { status: 404, description: 'No project of the organization has this domain.' },
  export_not_found: { status: 404, description: 'The organization has no export with this id.' },
  file_not_found: { status: 404, description: 'The export has no file at this path.' },
  report_not_found: {
    status: 404,
    description: 'The export failed before its pages were looked at, so it has no report.',
  },
  project_not_found: { status: 404, description: 'The organization has no project with this id.' },
  agent_job_not_found: { status: 404, description: 'The project has no agent job with this id.' },
  route_not_found: { status: 404, description: 'The API has no such path.' },
  method_not_allowed: { status: 405, description: 'The path exists, but not for this method; see `Allow`.' },
  idempotency_in_flight: { status: 409, description: 'A request with this Idempotency-Key is still being answered.' },
  domain_not_verified: { status: 409, description: 'Control of the domain has not been proven yet.' },
  export_not_completed: { status: 409, description: 'The export has not completed yet.' },
  export_ended: { status: 409, description: 'The export has ended already, so it cannot be cancelled.' },
  export_failed: { status: 409, description: 'The export failed, so it has no bundle.' },
  export_not_comparable: {
    status: 409,
    description:
      'The export that `since` names cannot be compared: it has no bundle, is of another project, or is newer than an export that is not current.',
  },
  export_of_another_domain: { status: 409, description: 'The export is of another domain or project.' },
  domain_pinned: { status: 409, description: 'The domain is pinned to its current export. Unpin it first.' },
  nothing_published: { status: 409, description: 'The domain has no current export that could be pinned.' },
  nothing_to_roll_back_to: {
    status: 409,
    description: 'No export with other content was current before the current one, or its files are no longer kept.',
  },
  rollback_changes_nothing: {
    status: 409,
    description: 'The export to roll back to has the content that is live already.',
  },
  agent_job_active: { status: 409, description: 'The agent still works on the job. Wait for its end, or cancel it.' },
  agent_job_ended: { status: 409, description: 'The agent job has ended already, so it cannot be cancelled.' },
  agent_job_archived: { status: 409, description: 'The agent job is archived. Unarchive it first.' },
  agent_job_not_archived: { status: 409, description: 'The agent job is not archived.' },
  model_not_configured: { status: 409, description: 'The operator has configured no model that could do the work.' },
  export_expired: { status: 410, description: 'The files of the export are no longer kept.' },
  body_too_large: { status: 413, description: 'The body is larger than allowed.' },
  unsupported_media_type: { status: 415, description: 'The body is not `application/json`.' },
  idempotency_mismatch: { status: 422, description: 'This Idempotency-Key was used with another request.' },
  rate_limited: { status: 429, description: 'Too many requests; wait for `Retry-After`.' },
  quota_exceeded: { status: 429, description: 'The quota for this hour is used up.' },
  too_many_active: { status: 429, description: 'The organization has as many active agent jobs as it may have.' },
  too_many_failures: { status: 429, description: 'Too many failed authentications from this address.' },
  internal_error: { status: 500, description: 'A fault of the service; the request id helps to find it.' },
  unavailable: { status: 503, description: 'The service cannot answer right now; wait for `Retry-After`.' },
} as const

export type ErrorCode = keyof typeof errorCatalogue
export type ErrorStatus = (typeof errorCatalogue)[ErrorCode]['status']
