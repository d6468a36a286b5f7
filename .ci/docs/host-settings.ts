import { type Setting, settings, variableOf } from '../../packages/host/src/config/read-config.ts'
import { writeFrontMatter, writeTable } from './markdown.ts'

type Meaning = readonly [fallback: string, text: string]

const meanings: Record<Setting, Meaning> = {
  'staticExport.enabled': ['required', '`false` serves nothing, and the host is not ready'],
  'staticExport.bundleUrl': ['required, or `follow`', 'a link, a file, or a folder with an extracted bundle'],
  'staticExport.follow.url': ['none', 'the service whose exports are served'],
  'staticExport.follow.domain': ['none', 'the domain whose current export is served'],
  'staticExport.follow.allDomains': [
    '`false`',
    'in place of `domain`: every domain of the service is served, each by its name; the key is a host key',
  ],
  'staticExport.follow.apiKeyFile': ['none', 'a file with an API key of the scope `read`, or with a host key'],
  'staticExport.domain': [
    'none',
    'with `bundleUrl`, the domain that the bundle must be for; required with `publicKeys`',
  ],
  'staticExport.version': ['any', 'the version that must be served; a bundle of another version is refused'],
  'staticExport.sha256': [
    'any',
    'the digest of the archive; with it, an older bundle is accepted too. Not together with `follow`',
  ],
  'staticExport.allowHttp': ['`false`', 'allows `http://` addresses'],
  'staticExport.refreshSeconds': ['never; `60` with `follow`', 'how often the host asks for something new'],
  'staticExport.timeoutSeconds': ['`60`', 'how long a server may be silent before the host gives up and tries again'],
  listen: ['`:8080`', 'the address and port for readers'],
  internalListen: ['`127.0.0.1:9090`', '`/healthz`, `/readyz` and `/metrics`; use `:9090` in Kubernetes'],
  basePath: ['none', 'the path under which the site is served, such as `/docs`'],
  dataFolder: [
    '`data` in the folder of the file',
    'the last good bundle, with room for the next one and for compressed forms',
  ],
  hsts: ['`max-age=31536000`', '`Strict-Transport-Security` for readers who come over TLS; `off` leaves it out'],
  memoryMegabytes: ['`128`', 'memory for files that are requested often'],
  sitesMegabytes: [
    '`10240`',
    'with `allDomains`, room on the disk for all sites together; what was not asked for the longest goes first',
  ],
  keepEarlierSeconds: ['`3600`', 'how long assets of the previous version stay available'],
  drainSeconds: ['`5`', 'how long requests are accepted after SIGTERM'],
  'signIn.method': ['none', '`oidc` or `proxy`: only readers who have signed in get anything of the site'],
  'signIn.issuer': ['none', 'with `oidc`: the address of the provider'],
  'signIn.clientId': ['none', 'with `oidc`: the client that the provider knows'],
  'signIn.clientSecretFile': ['none', 'with `oidc`: a file with its secret'],
  'signIn.secretFile': ['none', 'with `oidc`: a file with at least 32 characters that cookies are encrypted with'],
  'signIn.sessionMinutes': ['`480`', 'with `oidc`: after how long a reader signs in again'],
  'signIn.groupsClaim': ['`groups`', 'with `oidc`: the claim that names the groups of a reader'],
  'signIn.userHeader': ['`X-Forwarded-User`', 'with `proxy`: the header that names the reader'],
  'signIn.groupsHeader': ['`X-Forwarded-Groups`', 'with `proxy`: the header that names the groups, with commas'],
  'signIn.public': [
    '`false`',
    'everyone may read the domains that `signIn.domains` does not name; otherwise they get 403',
  ],
}

export function writeHostSettingsPage(): string {
  const rows = settings.map((name) => [`\`${name}\``, `\`${variableOf(name)}\``, ...meanings[name]])
  const lists = [
    [
      '`staticExport.publicKeys`',
      '`BINDERY_STATIC_EXPORT_PUBLIC_KEYS`',
      'none',
      'files with public keys, or the keys themselves; a bundle must be signed with one of them. In the environment, separate files with commas',
    ],
    [
      '`signIn.groups`',
      'none',
      'everybody who signs in',
      'the groups whose members may read; all sites of the host are protected',
    ],
    [
      '`signIn.domains`',
      'none',
      'all',
      'with `allDomains`: the protected domains, each with a list of its groups; others are refused, or `public`',
    ],
    ['`signIn.proxies`', 'none', 'none', 'with `proxy`: the addresses or networks that your proxy has'],
    [
      '`headers`',
      'none',
      'none',
      'headers that are added to every response, or replace those of the host; an empty value removes one',
    ],
    [
      '`limits`',
      'none',
      'those of the reader',
      '`maxEntries` (1,000,000), `maxBytes` (32 GiB), `maxFileBytes` (128 MiB), `maxRatio` (200), `maxPathBytes` (1,024)',
    ],
  ]
  return `${writeFrontMatter('Host settings', 'Every setting of the host that serves an exported site')}The file is YAML or JSON, and its path is the option \`--config\`. The environment overrides the file. The host reports an invalid setting by name. If it is already running, it continues with its current configuration. [Serve a site with the host](/publish/host) shows how to use the settings.

${writeTable(['Setting', 'Variable', 'Default', 'Meaning'], [...rows, ...lists])}
Set secrets only in the environment. \`BINDERY_STATIC_EXPORT_FOLLOW_API_KEY\` is the API key, or \`BINDERY_STATIC_EXPORT_FOLLOW_API_KEY_FILE\` is the path of its file. \`BINDERY_STATIC_EXPORT_BUNDLE_URL_FILE\` is the path of a file with the link. \`NODE_EXTRA_CA_CERTS\` is the path of a private certificate authority. For an outgoing proxy, set \`NODE_USE_ENV_PROXY=1\` and \`HTTPS_PROXY\`.
`
}
