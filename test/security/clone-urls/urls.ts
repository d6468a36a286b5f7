/**
 * Clone URLs that must reach no forbidden address. `port` is a trap on this machine: where a trick names the loopback, a
 * service that falls for it is seen to connect.
 */
export interface HostileUrl {
  trick: string
  url: string
  /** What a resolver in the attacker's hands answers for the URL's host. */
  resolvesTo?: readonly string[]
}

export function listHostileUrls(port: number): HostileUrl[] {
  return Object.entries({ ...textTricks(port), ...addressTricks(port) })
    .flatMap(([trick, urls]) => urls.map((url): HostileUrl => ({ trick, url })))
    .concat(NAMES.map(([host, ...resolvesTo]) => ({ trick: 'resolver', url: `https://${host}/a/b.git`, resolvesTo })))
}

/** Where a host that may be fetched from tries to send the client on. */
export function listRedirectTargets(port: number): string[] {
  return [
    `http://127.0.0.1:${port}/a/b.git`,
    `https://127.0.0.1:${port}/a/b.git`,
    `http://localhost:${port}/a/b.git`,
    `http://[::1]:${port}/a/b.git`,
    `//127.0.0.1:${port}/a/b.git`,
    `http://user:password@127.0.0.1:${port}/a/b.git`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/_a`,
    `ftp://127.0.0.1:${port}/a`,
  ]
}

function textTricks(port: number): Record<string, string[]> {
  const trap = `127.0.0.1:${port}`
  return {
    scheme: [
      `http://${trap}/a/b.git`,
      'http://example.com/a/b.git',
      `git://${trap}/a/b.git`,
      `ssh://${trap}/a/b.git`,
      `ssh://git@${trap}/a/b.git`,
      `git+ssh://${trap}/a/b.git`,
      `ssh+git://${trap}/a/b.git`,
      `ftp://${trap}/a/b.git`,
      `ftps://${trap}/a/b.git`,
      `rsync://${trap}/a/b.git`,
      `gopher://${trap}/_a`,
      `dict://${trap}/a`,
      `ldap://${trap}/a`,
      `ws://${trap}/a/b.git`,
      `javascript:fetch('http://${trap}')`,
      'data:text/plain,a',
      '//example.com/a/b.git',
      'https:/example.com/a/b.git',
      'https:example.com/a/b.git',
      'https:///example.com/a/b.git',
      'https//example.com/a/b.git',
      'hxxps://example.com/a/b.git',
    ],
    'local file': [
      'file:///etc/passwd',
      'file:///root/.git',
      'file://localhost/etc',
      'file:/etc',
      'FILE:///etc/passwd',
      '/etc',
      '/proc/self/cwd',
      './a/b.git',
      '../../../etc',
      '~/.ssh',
      '.',
      'C:\\Windows',
      '\\\\127.0.0.1\\share',
      'bundle.bundle',
    ],
    'remote helper': [
      'ext::sh -c touch% /tmp/owned',
      `ext::curl ${trap}`,
      'ext::git-upload-pack /etc',
      'fd::17',
      'fd::17/foo',
      `http::http://${trap}/a/b.git`,
      `https::http://${trap}/a/b.git`,
      'transport::address',
      'testgit::/etc',
      'persistent-https://example.com/a/b.git',
    ],
    'scp form': [`git@127.0.0.1:a/b.git`, 'localhost:a/b.git', '[::1]:a/b.git', 'git@[127.0.0.1:22]:a/b.git'],
    'option instead of URL': [
      '--upload-pack=touch /tmp/owned',
      '-u touch$IFS/tmp/owned',
      '--config=core.sshCommand=touch /tmp/owned',
      '-c protocol.ext.allow=always',
      '--template=/tmp',
      '--exec=touch',
      '--',
      '-',
      'ssh://-oProxyCommand=touch/a',
      'https://-oProxyCommand=touch/a',
      'https://-example.com/a/b.git',
      '--help',
    ],
    'user info': [
      'https://user@example.com/a/b.git',
      'https://user:password@example.com/a/b.git',
      'https://:password@example.com/a/b.git',
      'https://@example.com/a/b.git',
      `https://example.com@${trap}/a/b.git`,
      `https://example.com:443@${trap}/a/b.git`,
      `https://example.com%40${trap}/a/b.git`,
      `https://example.com#@${trap}/a/b.git`,
      `https://example.com?@${trap}/a/b.git`,
      `https://${trap}#@example.com/a/b.git`,
      `https://a@b@${trap}/a/b.git`,
      `https://example.com\\@${trap}/a/b.git`,
      `https://${trap}\\@example.com/a/b.git`,
    ],
    'control characters': [
      `https://example.com/a\r\nHost: ${trap}\r\n/b.git`,
      'https://example.com/a\n/b.git',
      'https://example.com/a\t/b.git',
      'https://example.com/a\0/b.git',
      `https://127.0.0.1\t:${port}/a/b.git`,
      `https://127.0.0.1\n:${port}/a/b.git`,
      '\nhttps://example.com/a/b.git',
      ' https://example.com/a/b.git',
      'https://example.com/a/b.git ',
      'https://example.com/a/b.git\n--upload-pack=touch',
      'ht\ntps://example.com/a/b.git',
      'https://exa\u00admple.com/a/b.git',
      'https://example.com/\u202egit.b/a',
    ],
    encodings: [
      'https://example.com/%0d%0aHost:%20localhost/b.git',
      'https://example.com/a%00/b.git',
      'https://example.com/a%2f..%2fb.git',
      'https://example.com/%2e%2e/%2e%2e/b.git',
      'https://example.com/..%5c..%5cb.git',
      'https://example.com/a/%ff/b.git',
      'https://example.com/a/%zz/b.git',
      'https://example.com/a/%',
      `https://%31%32%37.0.0.1:${port}/a/b.git`,
      `https://127%2e0%2e0%2e1:${port}/a/b.git`,
      `https://%6c%6f%63%61%6c%68%6f%73%74:${port}/a/b.git`,
      'https://example.com%00.localhost/a/b.git',
      'https://example.com%2f@localhost/a/b.git',
    ],
    path: [
      'https://example.com',
      'https://example.com/',
      'https://example.com/../../etc/passwd',
      'https://example.com/a/./b.git',
      'https://example.com//a/b.git',
      'https://example.com/a//b.git',
      'https://example.com/a\\b.git',
      'https://example.com/a/b.git?service=git-receive-pack',
      'https://example.com/a/b.git#fragment',
      'https://example.com/a b.git',
      'https://example.com/"a"/b.git',
      'https://example.com/<a>/b.git',
      'https://example.com/{a,b}.git',
      'https://example.com/[a-z].git',
      `https://example.com/${'a'.repeat(5_000)}`,
      '',
    ],
    port: [
      `https://example.com:${port}/a/b.git`,
      'https://example.com:22/a/b.git',
      'https://example.com:0/a/b.git',
      'https://example.com:80/a/b.git',
      'https://example.com:65536/a/b.git',
      'https://example.com:99999/a/b.git',
      'https://example.com:/a/b.git',
      'https://example.com:0443/a/b.git',
      'https://example.com:-1/a/b.git',
      'https://example.com:443:22/a/b.git',
      'https://example.com:4\uff143/a/b.git',
    ],
  }
}

function addressTricks(port: number): Record<string, string[]> {
  const at = (hosts: readonly string[]) => hosts.map((host) => `https://${host}/a/b.git`)
  const atTrap = (hosts: readonly string[]) => hosts.map((host) => `https://${host}:${port}/a/b.git`)
  return {
    'loopback plain': [...at(['127.0.0.1', '127.255.255.254', '[::1]']), ...atTrap(['127.0.0.1', '[::1]'])],
    'other notation of loopback': [
      ...atTrap([
        '2130706433',
        '0x7f000001',
        '017700000001',
        '0x7f.1',
        '127.1',
        '127.0.1',
        '0177.0.0.1',
        '0x7f.0.0.0x1',
      ]),
      ...atTrap(['127.0.0.1.', '127.000.000.001', '0', '0.0.0.0', '000.0.0.0', '127.0.0.1%2523', '[0:0:0:0:0:0:0:1]']),
      ...atTrap(['[::]', '[0000::1]', '[::1%25lo]', '[::1%lo]', '4294967296']),
    ],
    'IPv4 inside IPv6': [
      ...atTrap(['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::127.0.0.1]', '[::7f00:1]']),
      ...at(['[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]']),
      ...at(['[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]', '[::ffff:0:7f00:1]', '[::ffff:169.254.169.254]']),
    ],
    'metadata service': at([
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '169.254.43518',
      '[fd00:ec2::254]',
      'metadata.google.internal',
      'metadata',
      'instance-data',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
    ]),
    'private or special range': at([
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '[fe80::1]',
      '[fec0::1]',
      '[fc00::1]',
      '[ff02::1]',
      '[2001:db8::1]',
      '[3fff::1]',
      '[100::1]',
    ]),
    'dots and look-alikes': [
      ...atTrap([
        '127\u30020\u30020\u30021',
        '127\uff0e0\uff0e0\uff0e1',
        '\uff11\uff12\uff17.0.0.1',
        '\u2460\u2461\u2466.0.0.1',
      ]),
      ...atTrap(['\u{1d7cf}\u{1d7d0}\u{1d7d5}.0.0.1', '\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3']),
      ...at(['example.com.', 'example..com', '.example.com', 'xn--', 'ex\u0430mple.com']),
    ],
    'local name': [
      ...atTrap(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'ip6-localhost', 'localhost.localdomain']),
      ...at(['printer.local', 'router.lan', 'git.corp', 'wiki.intranet', '1.0.0.127.in-addr.arpa', 'router.home.arpa']),
    ],
  }
}

const NAMES: readonly (readonly [host: string, ...addresses: string[]])[] = [
  ['loopback.example.com', '127.0.0.1'],
  ['loopback6.example.com', '::1'],
  ['private.example.com', '10.1.2.3'],
  ['metadata.example.com', '169.254.169.254'],
  ['mixed.example.com', '93.184.215.14', '127.0.0.1'],
  ['mixed6.example.com', '93.184.215.14', '::ffff:10.0.0.1'],
  ['nat64.example.com', '64:ff9b::a00:1'],
  ['6to4.example.com', '2002:a00:1::1'],
  ['unspecified.example.com', '0.0.0.0'],
  ['unique-local.example.com', 'fd00:ec2::254'],
  ['link-local.example.com', 'fe80::1%eth0'],
  ['carrier.example.com', '100.64.1.1'],
  ['127.0.0.1.nip.io', '127.0.0.1'],
  ['localtest.me', '127.0.0.1', '::1'],
]
