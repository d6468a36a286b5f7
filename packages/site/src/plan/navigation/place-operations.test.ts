import { expect, test } from 'vitest'
import { makeFolder, page } from '../../../testing/site-folder.ts'
import { planSite } from '../plan-site.ts'

const spec = (paths: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths,
  ...more,
})
const users = spec(
  {
    '/users': {
      get: { tags: ['People'], summary: 'List users' },
      post: { tags: ['People'], summary: 'Create a user', deprecated: true },
    },
    '/ping': { get: { operationId: 'ping' } },
    '/secret': { get: { summary: 'Secret', 'x-hidden': true } },
    '/gone': { get: { summary: 'Gone', 'x-excluded': true } },
  },
  { webhooks: { userCreated: { post: { tags: ['Events'], summary: 'User created' } } }, tags: [{ name: 'Events' }] },
)

async function plan(navigation: object, files: Record<string, string | object> = {}, config: object = {}) {
  await using folder = await makeFolder({ 'docs.json': { navigation, ...config }, 'index.mdx': page('Home'), ...files })
  return await planSite(folder.root)
}

test('a file gives every operation a page under its tag', async () => {
  const { navigation, pages, advice } = await plan(
    { tabs: [{ tab: 'API', openapi: { source: '/users.json', directory: 'api/v1' } }] },
    { 'users.json': users },
  )
  expect(navigation.root.divisions[0]?.entries).toEqual([
    '/api/v1/ping',
    { kind: 'group', label: 'Events', entries: ['/api/v1/events/user-created'] },
    { kind: 'group', label: 'People', entries: ['/api/v1/people/list-users', '/api/v1/people/create-a-user'] },
  ])
  expect(pages.find(({ route }) => route === '/api/v1/people/create-a-user')).toEqual({
    route: '/api/v1/people/create-a-user',
    file: 'users.json',
    output: 'api/v1/people/create-a-user.html',
    title: 'Create a user',
    method: 'POST',
    operation: { spec: 'users.json', key: 'POST /users' },
    deprecated: true,
    named: true,
  })
  expect(pages.find(({ title }) => title === 'Secret')).toMatchObject({ hidden: true, noindex: true })
  expect(pages.map(({ title }) => title)).not.toContain('Gone')
  expect(advice).toEqual([])
})

test('operations are named one by one, with their file or with that of the group', async () => {
  const { navigation } = await plan(
    { groups: [{ group: 'G', openapi: 'users.json', pages: ['GET /users', 'index', 'pets.yaml GET /pets'] }] },
    { 'users.json': users, 'pets.yaml': 'openapi: 3.0.0\npaths: {/pets: {get: {summary: Pets}}}\n' },
  )
  expect(navigation.root.entries).toMatchObject([
    { entries: ['/api-reference/people/list-users', '/', '/api-reference/pets'] },
  ])
})

test('the page that an author wrote for an operation stands for it', async () => {
  const { navigation, pages } = await plan(
    { groups: [{ group: 'G', openapi: 'users.json', pages: ['GET /users', 'POST /users'] }] },
    {
      'users.json': users,
      'list.mdx': '---\nopenapi: GET /users\n---\n\nText.\n',
      'api-reference/people/create-a-user.mdx': page('By hand'),
    },
  )
  expect(navigation.root.entries).toMatchObject([{ entries: ['/list', '/api-reference/people/create-a-user'] }])
  expect(pages.find(({ route }) => route === '/list')).toMatchObject({
    title: 'List users',
    method: 'GET',
    operation: { spec: 'users.json', key: 'GET /users' },
    named: true,
  })
})

test('a tab of the older mint.json gives its file pages too', async () => {
  await using folder = await makeFolder({
    'mint.json': {
      navigation: [{ group: 'G', pages: ['index'] }],
      tabs: [{ name: 'API', url: 'api-reference', openapi: 'users.json' }],
    },
    'index.mdx': page('Home'),
    'users.json': users,
  })
  const { navigation } = await planSite(folder.root)
  expect(navigation.root.divisions.map(({ label }) => label)).toEqual(['Documentation', 'API'])
  expect(navigation.root.divisions[1]?.entries[0]).toBe('/api-reference/ping')
})

test('an author may give an operation its address; two of one name stand side by side', async () => {
  const paths = {
    '/a': { get: { summary: 'Same' } },
    '/b': { get: { summary: 'Same' } },
    '/c': { get: { summary: 'Far', 'x-mint': { href: '/en/far', metadata: { title: 'Far away' } } } },
    '/d': { get: { summary: 'Out', 'x-mint': { href: '/../../out' } } },
  }
  const { pages } = await plan({ openapi: 'a.json' }, { 'a.json': spec(paths) })
  expect(pages.map(({ route }) => route)).toEqual([
    '/api-reference/out',
    '/api-reference/same-1',
    '/api-reference/same',
    '/en/far',
    '/',
  ])
  expect(pages.find(({ route }) => route === '/en/far')?.title).toBe('Far away')
})

test('a page that names no file has the nearest one that has the operation', async () => {
  const front = '---\nopenapi: GET /users\n---\n'
  const { pages, advice } = await plan(
    { pages: ['index'] },
    { 'users.json': users, 'fr/users.json': users, 'fr/list.mdx': front, 'list.mdx': front },
  )
  expect(pages.map(({ operation }) => operation?.spec)).toEqual(['fr/users.json', undefined, 'users.json'])
  expect(advice).toEqual([])
})

test('a file is known by what it says, wherever that stands, and no other file is meant', async () => {
  const { openapi, ...rest } = users
  const { pages, advice } = await plan(
    { pages: ['list'] },
    {
      'sorted.json': { ...rest, openapi },
      'package.json': { dependencies: { openapi: '3.0.0' } },
      'list.mdx': '---\ntitle: L\nopenapi: GET /users\n---\n',
    },
  )
  expect(pages.find(({ route }) => route === '/list')?.operation).toEqual({ spec: 'sorted.json', key: 'GET /users' })
  expect(advice).toEqual([])
})

test('every mistake is told with its file and place', async () => {
  const { advice, pages, findings } = await plan(
    {
      groups: [
        { group: 'A', openapi: 'a.json', pages: ['GET /nowhere'] },
        { group: 'B', openapi: 'missing.json' },
        { group: 'C', openapi: 'https://example.com/openapi.json' },
        { group: 'D', openapi: 'broken.json' },
      ],
    },
    {
      'a.json': users,
      'b.json': users,
      'broken.json': '{"openapi": "3.1.0", ',
      'wrong.mdx': '---\ntitle: W\nopenapi: a.json GET /users/1\n---\n',
      'twice.mdx': '---\ntitle: T\nopenapi: GET /ping\n---\n',
      'none.mdx': '---\ntitle: N\nopenapi: users\n---\n',
    },
  )
  expect(advice.map(({ file, path, message }) => `${file} ${path}: ${message}`).sort()).toEqual([
    'docs.json navigation.groups[0].pages[0]: “GET /nowhere” is not in a.json.',
    'docs.json navigation.groups[1].openapi: There is no file “missing.json” that describes an API.',
    'docs.json navigation.groups[2].openapi: “https://example.com/openapi.json” is on another host and was not fetched.',
    'none.mdx openapi: “users” names no operation.',
    'twice.mdx openapi: “GET /ping” stands in a.json and in b.json; the first is shown.',
    'wrong.mdx openapi: “GET /users/1” is not in a.json.',
  ])
  expect(findings).toEqual([
    {
      code: 'unreadable_spec',
      message:
        'It cannot be read. It is not JSON: Expected double-quoted property name in JSON at position 21 (line 1 column 22). Fix the file; what it describes has no pages.',
      file: 'broken.json',
      line: 1,
      column: 22,
    },
  ])
  expect(pages).toHaveLength(4)
})

test('behind a login operations have pages only in a part that is open', async () => {
  const { pages } = await plan(
    {
      groups: [
        { group: 'A', openapi: 'users.json', pages: ['GET /users'] },
        { group: 'B', public: true, pages: ['users.json POST /users'] },
      ],
    },
    { 'users.json': users },
    { authentication: true },
  )
  expect(pages.map(({ title }) => title)).toEqual(['Create a user'])
})

test('a list of files may say for each of them where its pages go', async () => {
  const { pages } = await plan(
    { openapi: [{ source: '/a.json', directory: 'first' }, { source: 'b.json', directory: 'second' }, 'c.json'] },
    {
      'a.json': spec({ '/a': { get: { summary: 'A' } } }),
      'b.json': spec({ '/b': { get: { summary: 'B' } } }),
      'c.json': spec({ '/c': { get: { summary: 'C' } } }),
    },
  )
  expect(pages.map(({ route }) => route)).toEqual(['/api-reference/c', '/first/a', '/', '/second/b'])
})
