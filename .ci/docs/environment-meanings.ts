export interface VariableMeaning {
  text: string
  /** Where the default is required, computed, or shown in other words. */
  default?: string
}

interface VariableGroup {
  title: string
  variables: Record<string, VariableMeaning>
}

const database: VariableGroup = {
  title: 'Database and storage',
  variables: {
    DATABASE_URL: {
      text: 'Postgres 15 or newer. Use a direct connection: a pooler in transaction mode does not work',
      default: 'required',
    },
    BINDERY_DATABASE_CONNECTIONS: { text: 'the largest number of connections of one process' },
    BINDERY_S3_BUCKET: { text: 'the bucket for sources, rendered pages and bundles', default: 'required' },
    BINDERY_S3_ENDPOINT: { text: 'the S3 server, such as `https://s3.example.com`', default: 'AWS' },
    BINDERY_S3_REGION: { text: 'the region of the bucket' },
    BINDERY_S3_PUBLIC_ENDPOINT: {
      text: 'the address from which clients download bundles, if it differs from the endpoint',
      default: 'the endpoint',
    },
    BINDERY_S3_ACCESS_KEY_ID: {
      text: 'the key that reads and writes the bucket and signs links; set it together with the secret key',
      default: "the machine's role",
    },
    BINDERY_S3_SECRET_ACCESS_KEY: { text: 'its secret', default: "the machine's role" },
    BINDERY_S3_FORCE_PATH_STYLE: { text: 'puts the bucket into the path of an address instead of the host name' },
    BINDERY_BUNDLE_LINK_LIFETIME: { text: 'how long a link to a bundle works, from `5m` to `7d`', default: '`1h`' },
    BINDERY_PREVIEW_DOMAIN: {
      text: 'gives each [preview](/self-host/operate#previews) a subdomain of this name. All of them must lead to the API',
    },
    BINDERY_PREVIEW_LIFETIME: { text: 'how long the address of a preview works, from `5m` to `7d`', default: '`1d`' },
    BINDERY_ALLOW_SHORT_LINKS: { text: 'allows lifetimes under five minutes; for tests', default: '`false`' },
  },
}

const addresses: VariableGroup = {
  title: 'Addresses of the service',
  variables: {
    BINDERY_PUBLIC_URL: { text: 'the address at which clients and browsers reach the API and the dashboard' },
    BINDERY_ADDRESS: { text: 'the address on which the API listens' },
    BINDERY_PORT: { text: 'the port on which the API listens' },
    BINDERY_INTERNAL_ADDRESS: { text: 'the address for health and metrics, of API and workers' },
    BINDERY_INTERNAL_PORT: { text: 'the port for health and metrics' },
    BINDERY_TRUSTED_PROXIES: {
      text: 'networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` the service trusts. Without it, all clients behind a proxy share one address',
    },
    BINDERY_HSTS: {
      text: 'the `Strict-Transport-Security` header. It is sent when `BINDERY_PUBLIC_URL` is https, or when a trusted proxy says `X-Forwarded-Proto: https`',
      default: '`max-age=31536000`',
    },
    BINDERY_DRAIN_DELAY: {
      text: 'how long the API still accepts requests after SIGTERM, until load balancers have stopped sending them',
      default: '`1s`; `2s` with `compose.yaml`, `5s` with the chart',
    },
    BINDERY_LOG_LEVEL: { text: 'the lowest level of log messages; the log is JSON lines on standard output' },
  },
}

const outgoing: VariableGroup = {
  title: 'Outgoing requests',
  variables: {
    BINDERY_GIT_ALLOWED_HOSTS: {
      text: 'hosts of your own network for repositories and OpenAPI files, such as `git.example.com` or `http://10.0.0.5:3000`. For all other hosts, the service uses only https and public addresses',
    },
    BINDERY_ASSET_HOSTS: {
      text: 'the only hosts from which [files of pages](/publish/self-contained) are fetched',
      default: 'every public host',
    },
    BINDERY_ASSETS_OFFLINE: { text: '`true` fetches no files of pages from any host; the report names each' },
    BINDERY_CA_FILE: {
      text: 'a private certificate authority for git hosts, OpenAPI files, S3, the identity provider and the model endpoint',
      default: "the system's",
    },
    BINDERY_HTTPS_PROXY: {
      text: 'a proxy for all of these. A model endpoint or S3 server without TLS is reached directly',
    },
    BINDERY_NO_PROXY: {
      text: 'hosts that are reached without the proxy: `git.example.com`, `git.example.com:8443`, `.example.com` for every host below it, an address, or `*`',
    },
  },
}

const secrets: VariableGroup = {
  title: 'Domains, secrets and signatures',
  variables: {
    BINDERY_DOMAINS: {
      text: '`verified` asks an organization to [prove](/self-host/operate#domains) that it controls a domain',
    },
    BINDERY_DNS_SERVERS: { text: 'name servers that look up these proofs', default: "the system's" },
    BINDERY_CREDENTIAL_KEY: {
      text: 'the key that encrypts git credentials, model keys and the secrets of sign-in codes. Give the same key to API and workers',
    },
    BINDERY_CREDENTIAL_PREVIOUS_KEYS: {
      text: 'earlier keys, until everything is [encrypted with the new one](/self-host/private-repositories#change-the-credential-key)',
    },
    BINDERY_SIGNING_KEY_FILE: {
      text: 'the Ed25519 private key with which workers [sign bundles](/publish/verify#sign)',
    },
  },
}

const model: VariableGroup = {
  title: 'The model of agent jobs',
  variables: {
    BINDERY_MODEL_PROVIDER: { text: 'the protocol of the endpoint. Without it there are no agent jobs' },
    BINDERY_MODEL_BASE_URL: {
      text: 'the endpoint with its version, such as `https://models.example.com/v1`. Required for `openai-compatible`',
      default: "the provider's",
    },
    BINDERY_MODEL_API_KEY: { text: 'the key of the endpoint' },
    BINDERY_MODELS: {
      text: 'the models that jobs may use, the default one first; separate them with commas, and quote a name of several words',
    },
    BINDERY_MODEL_PRICES: {
      text: 'what a million tokens of input and of output cost, such as `large=3/15, "Demo model=0/0"`. The usage page and the budget in `agentCostPerMonth` count with it',
    },
    BINDERY_MODEL_CURRENCY: { text: 'the currency of these prices' },
  },
}

const signIn: VariableGroup = {
  title: 'Sign-in',
  variables: {
    BINDERY_OIDC_ISSUER: { text: 'the identity provider of the dashboard (OpenID Connect)' },
    BINDERY_OIDC_CLIENT_ID: { text: 'the client that you registered there' },
    BINDERY_OIDC_CLIENT_SECRET: { text: 'its secret' },
    BINDERY_OIDC_NAME: { text: 'the text of the sign-in button', default: '`Single sign-on`' },
    BINDERY_OIDC_GROUPS: { text: 'which groups give which role, such as `docs-team=org_…:writer`' },
    BINDERY_OIDC_GROUPS_CLAIM: { text: 'the claim that names the groups', default: '`groups`' },
    BINDERY_OIDC_TRUST_EMAIL: {
      text: '`true` treats every address from the provider as verified. Only for a provider whose users cannot choose their address',
      default: '`false`',
    },
    BINDERY_LOCAL_SIGN_IN: { text: '`false` turns passwords off; only with an identity provider', default: '`true`' },
  },
}

const limits: VariableGroup = {
  title: 'Limits of the installation',
  variables: {
    BINDERY_LIMIT_FAILED_AUTHENTICATIONS_PER_MINUTE: {
      text: 'failed authentications with API keys from one address, in each process',
    },
    BINDERY_LIMIT_SESSION_REQUESTS_PER_MINUTE: { text: 'dashboard requests of one session, in each process' },
    BINDERY_LIMIT_ADDRESS_REQUESTS_PER_MINUTE: {
      text: 'dashboard requests of one address (IPv6: a /64 network) by people who are not signed in',
    },
    BINDERY_LIMIT_WAITS: { text: 'requests of one key or session that wait for a change at the same time' },
    BINDERY_LIMIT_WAITS_PER_ADDRESS: { text: 'the same for one address' },
    BINDERY_LIMIT_WAITS_IN_ALL: { text: 'the same for one process' },
  },
}

const worker: VariableGroup = {
  title: 'Workers',
  variables: {
    BINDERY_WORKER_CORES: {
      text: 'render processes of one worker',
      default: 'available cores, but at most one for each GiB of memory',
    },
    BINDERY_WORKER_EXPORTS: { text: 'exports that one worker runs at a time', default: '`20`' },
    BINDERY_WORKER_CHUNKS: { text: 'chunks of pages that one worker renders at a time', default: 'four for each core' },
    BINDERY_WORKER_FETCHES: {
      text: 'repositories that one worker fetches at once. One organization gets all but one of these places',
      default: '`1` to `4`, one for each 512 MiB of memory',
    },
    BINDERY_WORKER_GIT_MEMORY_BYTES: {
      text: 'memory of one git process. A repository that needs more fails with `repository_too_large`',
      default: "a share of the worker's memory, 96 MiB to 1 GiB",
    },
    BINDERY_WORKER_FETCH_TIMEOUT: { text: 'how long fetching one repository may take', default: '`10m`' },
    BINDERY_WORKER_PAGE_TIMEOUT: {
      text: 'how long rendering one page may take. A page that takes longer twice is left out of its site, with an error in the report',
      default: '`30s`',
    },
    BINDERY_WORKER_TASK_TIMEOUT: {
      text: 'how long planning or finishing a small site may take; a large one has up to four times as long. Twice too long fails the job with `processing_failed`',
      default: '`60s`',
    },
    BINDERY_WORKER_CACHE_FOLDER: {
      text: 'where sources are fetched to. Workers that share it get a folder each',
      default: "the system's temporary folder",
    },
    BINDERY_WORKER_CACHE_BYTES: {
      text: 'disk space of one worker; at least 256 MiB. One job gets half of it at most. Make the volume a quarter larger',
      default: '10 GiB, or half of what is free if that is less',
    },
  },
}

export const environmentGroups: readonly VariableGroup[] = [
  database,
  addresses,
  outgoing,
  secrets,
  model,
  signIn,
  limits,
  worker,
]
