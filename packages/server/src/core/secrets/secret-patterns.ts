export interface SecretPattern {
  /** Stable: exceptions and findings name it. */
  name: string
  /** As a sentence says it. */
  what: string
  /**
   * Without groups or flags: all of them become one expression. No part of any length: a file that repeats a letter 20
   * million times would overflow the stack that an expression has.
   */
  source: string
}

/**
 * Well-known forms of other services' secrets. A table of our own: the scanners that have one are a binary of another
 * language, or a rule engine of some twenty packages that reads every file once for each rule. Each form is the one that
 * its vendor writes down; none is here that ordinary text would match.
 */
export const secretPatterns: readonly SecretPattern[] = [
  // AWS, "IAM identifiers": AKIA for long-term keys, ASIA for temporary ones, then 16 of base 32.
  { name: 'aws_access_key', what: 'an AWS access key', source: '\\b(?:AKIA|ASIA)[A-Z2-7]{16}\\b' },
  // GitHub, "Behind GitHub's new authentication token formats", and fine-grained tokens.
  {
    name: 'github_token',
    what: 'a GitHub token',
    source: '\\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59})\\b',
  },
  // GitLab, "Token overview: token prefixes".
  { name: 'gitlab_token', what: 'a GitLab token', source: '\\bgl(?:pat|dt|rt|cbt)-[A-Za-z0-9_-]{20,500}' },
  // Slack, "Token types", and "Sending messages using incoming webhooks".
  {
    name: 'slack_token',
    what: 'a Slack token',
    source:
      '\\bxox[abeoprs]-[A-Za-z0-9-]{20,500}|hooks\\.slack\\.com/services/T[A-Z0-9]{8,40}/B[A-Z0-9]{8,40}/[A-Za-z0-9]{24}',
  },
  // Stripe, "API keys": secret and restricted keys of the live mode; those of the test mode are meant to be shown.
  { name: 'stripe_key', what: 'a Stripe live key', source: '\\b[sr]k_live_[A-Za-z0-9]{16,500}' },
  // Google Cloud, "Use API keys".
  { name: 'google_api_key', what: 'a Google API key', source: '\\bAIza[A-Za-z0-9_-]{35}\\b' },
  // Anthropic, "API keys": sk-ant-, the kind and its version, then the secret.
  { name: 'anthropic_key', what: 'an Anthropic key', source: '\\bsk-ant-[a-z0-9]{1,40}-[A-Za-z0-9_-]{32,500}' },
  // OpenAI, "API keys": project, service account and admin keys; older ones have T3BlbkFJ, "OpenAI" in base64, inside.
  {
    name: 'openai_key',
    what: 'an OpenAI key',
    source: '\\bsk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,500}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})',
  },
  // npm, "About access tokens": npm_ and 36 of base 62.
  { name: 'npm_token', what: 'an npm token', source: '\\bnpm_[A-Za-z0-9]{36}\\b' },
  // RFC 7468; a key in PEM has its first line of base64 after the label.
  {
    name: 'private_key',
    what: 'a private key',
    source: '-----BEGIN (?:[A-Z0-9]{1,40} )?PRIVATE KEY-----\\s{1,40}[A-Za-z0-9+/=]{40}',
  },
]

/** The forms by which documentation shows what is none: the vendors' own EXAMPLE, and runs of one character. */
export function isPlaceholder(text: string): boolean {
  return /example|placeholder|your|([A-Za-z0-9*.])\1{4}/i.test(text)
}
