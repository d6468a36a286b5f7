import { createContext, runInContext } from 'node:vm'
import { decodeMoves, redirectsFile } from '@bindery/bundle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../testing/site-folder.ts'
import type { Redirect } from '../../model/site-config.ts'
import { indexSite } from '../../plan/index-site.ts'
import { planSite } from '../../plan/plan-site.ts'
import { createRedirects } from '../../plan/redirects/match-redirect.ts'
import { readMoves } from '../../plan/redirects/read-moves.ts'
import { renderCloudFront } from './render-cloudfront.ts'
import { renderHosting } from './render-hosting.ts'
import { renderNginx } from './render-nginx.ts'

async function render(redirects: Partial<Redirect>[], pages = ['index', 'a/b', 'guides/index']) {
  const texts = pages.map((page) => [`${page}.mdx`, '---\ntitle: A\n---\nText.'])
  await using folder = await makeFolder({
    'docs.json': JSON.stringify({ name: 'Acme', navigation: { pages }, redirects }),
    ...Object.fromEntries(texts),
  })
  const site = indexSite(await planSite(folder.root, {}))
  return Object.fromEntries(
    [...renderHosting(site)].map(({ path, text }) => [path.replace('_bindery/hosting/', ''), text]),
  )
}

const files = await render([
  { source: '/v1/:page*', destination: 'https://old.example.com/:page*', permanent: false },
  { source: '/users/:id/edit', destination: '/people/:id' },
  { source: '/old/', destination: '/new' },
  { source: '/for ümläuts', destination: '/a/b#part' },
  { source: '/same', destination: '/same/' },
  { source: '/print/*', destination: '/*' },
  { source: '/guides/*', destination: '/guides/first' },
])

test('the host gets all of them but the one that leads to itself, as data', () => {
  const moves = decodeMoves(files[redirectsFile] ?? '')
  expect(moves).toHaveLength(6)
  expect(moves).toContainEqual({ parts: [{ text: '/for ümläuts' }], target: ['/a/b#part'], status: 301 })
  expect(moves).toContainEqual({
    parts: [{ text: '/v1' }, 'rest'],
    target: ['https://old.example.com/', 1],
    status: 302,
  })
})

test('static hosts get what they can express, single addresses first', () => {
  expect(files._redirects?.split('\n')).toEqual([
    '/old /new 301',
    '/for%20%C3%BCml%C3%A4uts /a/b#part 301',
    '/v1/* https://old.example.com/:splat 302',
    '/users/:part1/edit /people/:part1 301',
    '/print/* /:splat 301',
    '/guides/* /guides/first 301',
    '',
  ])
})

test('servers get every moved address, but none that moved to itself', () => {
  expect(files['nginx.conf']).toContain('rewrite "^/old/?$" "$base/new$is_args$args?" permanent;')
  expect(files['nginx.conf']).toContain(String.raw`"^/for\x20\xC3\xBCml\xC3\xA4uts/?$" "$base/a/b$is_args$args#part?"`)
  expect(files.Caddyfile).toContain(String.raw`path_regexp "^/for\x{20}\x{FC}ml\x{E4}uts/?$"`)
  expect(files.Caddyfile).toContain('"https://old.example.com/{re.moved2.2}{asked}" 302')
  expect(files.htaccess).toContain('RewriteRule ".*" "https://old.example.com/%1" [R=302,END]')
  expect(Object.values(files).join()).not.toContain('same')
})

test('an address that a pattern would lead to itself stays where it is', () => {
  const [, pattern = ''] = /rewrite "(.*)" "\$base\/guides\/first/.exec(files['nginx.conf'] ?? '') ?? []
  const isMoved = ['/guides/other', '/guides', '/guides/first/', '/guides/first'].map((path) =>
    new RegExp(pattern).test(path),
  )
  expect(isMoved).toEqual([true, true, false, false])
  expect(files.Caddyfile).toContain('not vars {re.moved5.1} "/guides/first"')
})

test('no part of an address that the target begins with leads to another host', () => {
  const [, pattern = ''] = /rewrite "(\^\/print.*)" "\$base\/\$1/.exec(files['nginx.conf'] ?? '') ?? []
  for (const path of ['/print//evil.example.com', '/print/\\evil.example.com', '/print/\\/evil.example.com/']) {
    expect(new RegExp(pattern).exec(path)?.[1]).toBe('evil.example.com')
  }
})

interface Reply {
  uri?: string
  headers?: { location: { value: string } }
}

test('the function of CloudFront runs, and leads on', () => {
  const context = createContext({})
  runInContext(files['cloudfront.js'] ?? '', context)
  const ask = (uri: string, querystring = {}) => {
    const reply: Reply = runInContext('handler', context)({ request: { uri, querystring } })
    return reply.uri ?? reply.headers?.location.value
  }
  expect(ask('/users/7/edit', { a: { value: '1' }, b: { value: '' } })).toBe('/people/7?a=1&b')
  expect(ask('/%6fld')).toBe('/new')
  expect(ask('/print//evil.example.com')).toBe('/evil.example.com')
  expect(ask('/a/b')).toBe('/a/b.html')
  expect(ask('/a/b/')).toBe('/a/b')
  expect(ask('/a/v1.2')).toBe('/a/v1.2.html')
  expect(ask('/')).toBe('/index.html')
  expect(ask('/_bindery/pages')).toBe('/_bindery/pages/')
})

const source = fc
  .array(fc.constantFrom('/a', '/b', '/:x', '/:y', ':z', '.', '-', '/*', '*', '/:w*'), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(''))
  .filter((text) => /[:*]/.test(text) && text.startsWith('/'))
const target = fc.constantFrom('/new/:x', '/new/:x-:y', '/n/*', '/n/:w*', '/:x/n', '/n', 'https://example.com/:x/*')
const address = fc
  .array(fc.constantFrom('/a', '/b', 'a', 'b', '.', '-', '/'), { maxLength: 7 })
  .map((pieces) => `/${pieces.join('')}`.replace(/\/+/g, '/').replace(/(?<=.)\/$/, ''))

test('every server is told to send nosniff, so that a published text file is never run as a script', () => {
  for (const name of ['nginx.conf', 'Caddyfile', 'htaccess']) {
    expect(files[name]?.match(/X-Content-Type-Options"? "?nosniff/g), name).toHaveLength(1)
  }
  const context = createContext({})
  runInContext(files['cloudfront.js'] ?? '', context)
  const response = { statusCode: 200, headers: { 'content-type': { value: 'text/plain' } } }
  expect(runInContext('handler', context)({ request: { uri: '/evil.txt', querystring: {} }, response })).toEqual({
    statusCode: 200,
    headers: { 'content-type': { value: 'text/plain' }, 'x-content-type-options': { value: 'nosniff' } },
  })
})

test('links on pages, the function of CloudFront and nginx lead an address to the same place', () => {
  const redirect = fc.record({ source, destination: target, permanent: fc.constant(true) })
  const redirects = fc.array(redirect, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(redirects, fc.array(address, { maxLength: 20 }), (moved, paths) => {
      const moves = readMoves(moved)
      const context = createContext({})
      runInContext(renderCloudFront(moves, [{ path: '', isAlone: true }]), context)
      const nginx = renderNginx(moves)
      const find = createRedirects(moved)
      for (const path of paths) {
        const reply: Reply = runInContext('handler', context)({ request: { uri: path, querystring: {} } })
        expect(spell(reply.headers?.location.value), path).toBe(spell(find(path)))
        expect(spell(rewriteByNginx(nginx, path)), path).toBe(spell(find(path)))
      }
    }),
    { numRuns: 60 },
  )
})

/** Where nothing was caught, servers differ in the slashes around it. */
function spell(location: string | undefined): string | undefined {
  return location?.replace(/(?<!:)\/+/g, '/').replace(/(?<=[^/])\/$/, '')
}

function rewriteByNginx(settings: string, path: string): string | undefined {
  for (const [, pattern = '', to = ''] of settings.matchAll(/^rewrite "(.*)" "(.*)\?" permanent;$/gm)) {
    const found = new RegExp(pattern).exec(path)
    if (found) return to.replace(/\$(\d|base|is_args\$args)/g, (_, name) => found[Number(name)] ?? '')
  }
  return undefined
}

test('no pattern that a server gets takes for ever, whatever an author and a reader write', async () => {
  const sources = ['/:a.:b.:c.:d.!', '/:a-:b-:c.!', '/*a*b!', '/:x*/:a.:b.!', '/*x:a/:b.!', '/:a.:b/*', '/*']
  const redirects = sources.map((text) => ({ source: text, destination: '/*', permanent: true }))
  const rendered = renderNginx(readMoves(redirects))
  const patterns = [...rendered.matchAll(/^rewrite "(.*)" ".*" permanent;$/gm)].map(
    ([, pattern = '']) => new RegExp(pattern),
  )
  expect(patterns.length).toBeGreaterThan(3)
  const paths = ['a.', 'a-', '/', '//a', 'ab', 'x/a.', '\\'].map((piece) => `/${piece.repeat(2_000 / piece.length)}#`)
  const before = process.cpuUsage()
  for (const pattern of patterns) for (const path of paths) pattern.test(path)
  // 300 ms on a calm machine; with three open ends, hours.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000)
})

test('a bucket gets rules for folders and objects for addresses', () => {
  const { website, redirects } = JSON.parse(files['s3.json'] ?? '')
  expect(website.RoutingRules).toEqual([
    {
      Condition: { KeyPrefixEquals: 'v1/' },
      Redirect: { Protocol: 'https', HostName: 'old.example.com', ReplaceKeyPrefixWith: '', HttpRedirectCode: '302' },
    },
    { Condition: { KeyPrefixEquals: 'print/' }, Redirect: { ReplaceKeyPrefixWith: '', HttpRedirectCode: '301' } },
  ])
  expect(redirects).toContainEqual({ key: 'for ümläuts/index.html', location: '/a/b#part' })
  expect(redirects).toContainEqual({ key: 'guides', location: '/guides/' })
})

test('a hidden page is named in none of them', async () => {
  await using folder = await makeFolder({
    'docs.json': JSON.stringify({ name: 'Acme', navigation: { pages: ['index'] } }),
    'index.mdx': 'Welcome.',
    'secret/index.mdx': '---\ntitle: Secret\nhidden: true\n---\nNothing.',
  })
  const rendered = [...renderHosting(indexSite(await planSite(folder.root, {})))]
  expect(JSON.stringify(rendered)).not.toMatch(/secret/i)
})

test.each([
  '/a"; } location / { return 200 "x',
  '/a$document_root',
  "/a');alert(1);('",
  '/a\n}\nrespond "x"',
  '/a{env.SECRET}',
  '/a%{SECRET}',
  '/a</script>',
])('an author cannot write into a server’s configuration: %j', async (text) => {
  const signsOf = async (source: string) => {
    const {
      's3.json': _,
      [redirectsFile]: __,
      ...all
    } = await render([{ source, destination: `${source}-new` }], ['index'])
    // As a code, a sign means only itself.
    const written = Object.values(all)
      .join('\n')
      .replace(/\\x\{[0-9A-F]+\}/g, '')
    return ['"', '{', '}', ';', "'", '<', '\n', '$'].map((sign) => [sign, written.split(sign).length])
  }
  expect(await signsOf(text)).toEqual(await signsOf('/a'))
})
