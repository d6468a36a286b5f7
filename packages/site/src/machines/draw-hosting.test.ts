import { expect, test } from 'vitest'
import type { Redirect } from '../config/site-config.ts'
import type { SiteIndex } from '../links/site-index.ts'
import { drawHosting } from './draw-hosting.ts'

function draw(redirects: Partial<Redirect>[]): Record<string, string> {
  const all = redirects.map((redirect) => ({ source: '', destination: '', permanent: true, ...redirect }))
  const site = { plan: { config: { redirects: all } } } as unknown as SiteIndex
  return Object.fromEntries(
    [...drawHosting(site)].map(({ path, text }) => [path.replace('_bindery/hosting/', ''), text]),
  )
}

const files = draw([
  { source: '/old', destination: '/new' },
  { source: '/v1/:page*', destination: 'https://old.example.com/:page*', permanent: false },
  { source: '/users/:id/edit', destination: '/people/:id' },
])

test('static hosts get what they can express', () => {
  expect(files._redirects).toBe('/old /new 301\n/v1/* https://old.example.com/:splat 302\n')
})

test('servers get every moved address', () => {
  expect(files['nginx.conf']).toContain('rewrite "^/old/?$" "/new" permanent;')
  expect(files['nginx.conf']).toContain('rewrite "^/users/([^/]+)/edit/?$" "/people/$1" permanent;')
  expect(files.Caddyfile).toContain('redir @moved1 "https://old.example.com/{re.moved1.1}" 302')
  expect(files.htaccess).toContain('RewriteRule "^v1(?:/(.*))?/?$" "https://old.example.com/$1" [R=302,L,NE]')
})

test('the function of CloudFront runs, and leads on', () => {
  const run = new Function(`${files['cloudfront.js']}; return handler`)() as (event: object) => {
    uri?: string
    headers?: { location: { value: string } }
  }
  expect(run({ request: { uri: '/users/7/edit' } }).headers?.location.value).toBe('/people/7')
  expect(run({ request: { uri: '/a/b' } }).uri).toBe('/a/b.html')
  expect(run({ request: { uri: '/a/' } }).uri).toBe('/a/index.html')
})

test.each([
  '/a"; } location / { return 200 "x',
  '/a$document_root',
  "/a');alert(1);('",
  '/a\n}\nrespond "x"',
  '/a{env.SECRET}',
  '/a</script>',
])('an author cannot write into a server’s configuration: %s', (text) => {
  const written = Object.values(draw([{ source: text, destination: text }])).join('\n')
  const plain = Object.values(draw([{ source: '/a', destination: '/a' }])).join('\n')
  for (const sign of ['"', '{', '}', ';', "'", '<', '\n', '$']) {
    expect(written.split(sign).length, sign).toBe(plain.split(sign).length)
  }
})
