import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tellModules } from '../../../test/support/tell-modules.ts'

const command = fileURLToPath(new URL('../dist/main.js', import.meta.url))

async function makeFolder(pages: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'bindery-cli-'))
  await mkdir(join(root, 'docs'))
  const navigation = { pages: Object.keys(pages) }
  await writeFile(join(root, 'docs/docs.json'), JSON.stringify({ name: 'Site', navigation }))
  for (const [name, body] of Object.entries(pages)) {
    await writeFile(join(root, `docs/${name}.mdx`), `---\ntitle: ${name}\n---\n\n${body}\n`)
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}

function bindery(cwd: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd, env: { ...process.env, GITHUB_ACTIONS: '', ...env } }
    const processes = /^(?:build|check)$/.test(args[0] ?? '') && args[1] !== '--help' ? ['--processes', '1'] : []
    execFile(process.execPath, [command, ...args, ...processes], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

test('build writes a whole site and replaces an earlier one', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  expect(await bindery(folder.root, ['build', 'docs', '--out', 'site'])).toMatchObject({ code: 0 })
  await writeFile(join(folder.root, 'site/stale.html'), '')
  expect(await bindery(folder.root, ['build', 'docs', '--out', 'site'])).toMatchObject({ code: 0 })
  expect((await readdir(join(folder.root, 'site'))).sort()).toEqual([
    '404.html',
    '_bindery',
    '_redirects',
    'index.html',
    'index.md',
    'llms-full.txt',
    'llms.txt',
    'robots.txt',
  ])
})

test('build never replaces a folder that is no site, nor the docs themselves', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  await mkdir(join(folder.root, 'mine'))
  await writeFile(join(folder.root, 'mine/thesis.txt'), 'years of work')
  const strange = await bindery(folder.root, ['build', 'docs', '--out', 'mine'])
  expect(strange).toMatchObject({ code: 1, stderr: expect.stringContaining('no earlier site') })
  const itself = await bindery(folder.root, ['build', 'docs', '--out', '.'])
  expect(itself).toMatchObject({ code: 1, stderr: expect.stringContaining('holds the docs folder itself') })
  expect(await readdir(join(folder.root, 'mine'))).toEqual(['thesis.txt'])
})

test('a bad page is named with file, line and column; a strict build fails and leaves no half site', async () => {
  await using folder = await makeFolder({ index: 'Hello', bad: '<Card>\n\nnever closed' })
  const strict = await bindery(folder.root, ['build', 'docs', '--out', 'site', '--strict'])
  expect(strict).toMatchObject({ code: 1, stdout: expect.stringMatching(/^ {4}bad\.mdx:5:1: /m) })
  expect(await readdir(folder.root)).toEqual(['docs'])
  const lenient = await bindery(folder.root, ['build', 'docs', '--out', 'site'])
  expect(lenient).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1 error, 0 warnings.*\n[\s\S]*bad\.mdx:5:1: /),
  })
  expect(await readFile(join(folder.root, 'site/bad.html'), 'utf8')).toContain('never closed')
})

test('check warns with exit code 0, fails on warnings when strict, and speaks JSON', async () => {
  await using folder = await makeFolder({ index: '[gone](/nowhere)' })
  const plain = await bindery(folder.root, ['check', 'docs'])
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('index.mdx:5:1') })
  expect(await bindery(folder.root, ['check', 'docs', '--strict'])).toMatchObject({ code: 1 })
  const json = await bindery(folder.root, ['check', 'docs', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ counts: { rendered: 1 }, findings: [{ code: 'broken_link' }] })
  expect(json.stderr).toBe('')
})

test('check begins with the totals, then errors, warnings and advice by kind, and fails on errors', async () => {
  await using folder = await makeFolder({
    index: '[gone](/nowhere) [gone](/nowhere-else)\n\n```nolanguage\nx\n```',
    bad: 'a <5',
  })
  const { code, stdout } = await bindery(folder.root, ['check', 'docs'])
  expect(code).toBe(1)
  expect(stdout).toBe(`1 error, 2 warnings, 1 piece of advice. 2 of 2 pages rendered.

Errors

  Pages that are not valid MDX, shown as far as they can be read: 1 (page_not_parsed)
    bad.mdx:5:3: Unexpected character after \`<\`, expected a valid JSX tag (note: to create a link in MDX, use \`[text](url)\`).

Warnings

  Links that lead nowhere: 2 (broken_link)
    index.mdx:5:1: “/nowhere” leads to no page and no file.
    index.mdx:5:18: “/nowhere-else” leads to no page and no file.

Advice

  Code in a language that has no grammar: 1 (unknown_language)
    index.mdx:7:1: No grammar knows the language "nolanguage", so the code is plain. Use "text" if that is meant.
`)
})

test('on a CI the findings stand beside their lines', async () => {
  await using folder = await makeFolder({ index: '[gone](/nowhere)', bad: 'a <5' })
  const { stdout } = await bindery(folder.root, ['check', 'docs'], { GITHUB_ACTIONS: 'true' })
  expect(stdout).toMatch(/^1 error, 1 warning, .*\n::error file=docs\/bad\.mdx,line=5,col=3,title=page_not_parsed::/)
  expect(stdout).toMatch(/^::warning file=docs\/index\.mdx,line=5,col=1,title=broken_link::/m)
  const chosen = await bindery(folder.root, ['check', 'docs', '--format', 'github'])
  expect(chosen.stdout).toBe(stdout)
})

test('check writes SARIF, with a rule for each kind and a place for each result', async () => {
  await using folder = await makeFolder({ index: '[gone](/nowhere)', bad: 'a <5' })
  const { code, stdout } = await bindery(folder.root, ['check', 'docs', '--format', 'sarif'])
  expect(code).toBe(1)
  const { version, runs } = JSON.parse(stdout)
  expect(version).toBe('2.1.0')
  expect(runs).toHaveLength(1)
  const [{ tool, results }] = runs
  expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['page_not_parsed', 'broken_link'])
  const at = (uri: string, startLine: number, startColumn: number) => [
    { physicalLocation: { artifactLocation: { uri }, region: { startLine, startColumn } } },
  ]
  expect(results).toMatchObject([
    { ruleId: 'page_not_parsed', level: 'error', locations: at('docs/bad.mdx', 5, 3) },
    { ruleId: 'broken_link', level: 'warning', locations: at('docs/index.mdx', 5, 1) },
  ])
})

test('a folder without docs.json is answered with advice, not with a stack', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  const { code, stderr } = await bindery(folder.root, ['check', '.'])
  expect(code).toBe(1)
  expect(stderr).toBe(
    'docs.json: There is no docs.json in this folder. Name the folder that holds docs.json, or write one with a name and a navigation.\n',
  )
})

test('a folder that does not exist is said not to exist, by every command that takes one', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  for (const name of ['check', 'build', 'dev']) {
    expect(await bindery(folder.root, [name, 'nope'])).toMatchObject({
      code: 1,
      stderr: 'The folder nope does not exist. Name the folder that contains docs.json.\n',
    })
  }
  expect((await bindery(folder.root, ['check', 'docs/docs.json'])).stderr).toMatch(/^docs\/docs\.json is a file\./)
})

test('a check that passes with a broken link says so, and how to fail on it', async () => {
  await using folder = await makeFolder({ index: '[gone](/gone)' })
  const passed = await bindery(folder.root, ['check', 'docs'])
  expect(passed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The check passes with 1 warning. Add --strict to fail on warnings.'),
  })
  const strict = await bindery(folder.root, ['check', 'docs', '--strict'])
  expect(strict).toMatchObject({ code: 1, stderr: expect.not.stringContaining('passes') })
})

test('new writes a site in which check finds nothing, and says what to do next', async () => {
  await using folder = await makeFolder({})
  const { code, stdout } = await bindery(folder.root, ['new', 'mine'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'A new site is in mine. Next:\n  bindery dev mine\n  bindery check mine\n',
  })
  const checked = await bindery(folder.root, ['check', 'mine', '--strict', '--json'])
  expect(checked.code).toBe(0)
  const none = {
    findings: [],
    advice: [],
    failures: [],
    leftOut: [],
    outsideHosts: [],
    unlisted: [],
  }
  expect(JSON.parse(checked.stdout)).toMatchObject({ counts: { rendered: 4 }, ...none })
})

test('new leaves a folder alone that holds anything', async () => {
  await using folder = await makeFolder({ index: 'Mine' })
  const { code, stderr } = await bindery(folder.root, ['new', 'docs'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'docs is not empty. Name a new folder: bindery new my-docs\n' })
  expect(await readdir(join(folder.root, 'docs'))).toEqual(['docs.json', 'index.mdx'])
})

test('dev says where it listens, serves the folder, and ends when it is interrupted', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  const dev = spawn(process.execPath, [command, 'dev', 'docs', '--port', '0'], { cwd: folder.root })
  const [line] = await once(dev.stdout, 'data')
  expect(String(line)).toMatch(/^1 page at http:\/\/127\.0\.0\.1:\d+ \(Ctrl\+C ends it\)\n$/)
  const page = await fetch(String(line).match(/http\S+/)?.[0] ?? '')
  expect(await page.text()).toContain('Hello')
  dev.kill('SIGINT')
  expect(await once(dev, 'exit')).toEqual([0, null])
})

test('dev without a docs.json ends with advice', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  const { code, stderr } = await bindery(folder.root, ['dev', '.', '--port', '0'])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no docs.json') })
})

test('an OpenAPI file on another host is fetched only with leave, and its URL and the flag are named without', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  const spec = { openapi: '3.1.0', paths: { '/ships': { get: { summary: 'List ships' } } } }
  const host = createServer((_, response) => response.end(JSON.stringify(spec)))
  await once(host.listen(0, 'localhost'), 'listening')
  const url = `http://localhost:${(host.address() as AddressInfo).port}/openapi.json`
  const navigation = { groups: [{ group: 'API', openapi: url, pages: ['index', 'GET /ships'] }] }
  await writeFile(join(folder.root, 'docs/docs.json'), JSON.stringify({ name: 'Site', navigation }))
  const without = await bindery(folder.root, ['build', 'docs', '--out', 'site'])
  expect(without).toMatchObject({ code: 0, stdout: expect.stringContaining(`“${url}” is on another host`) })
  expect(without.stdout).toContain('--allow-fetch')
  const leave = await bindery(folder.root, ['build', 'docs', '--out', 'site', '--allow-fetch'])
  host.close()
  expect(leave.stdout).toContain('2 of 2 pages rendered')
  expect(await readdir(join(folder.root, 'site/api-reference'))).toContain('list-ships.html')
})

test('--version prints the version of the package, and export keeps its own --version', async () => {
  await using folder = await makeFolder({})
  const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await bindery(folder.root, ['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  const label = await bindery(folder.root, ['export', '--version', 'v1', '--url', 'http://127.0.0.1:9'], {
    XDG_CONFIG_HOME: folder.root,
    BINDERY_API_KEY: '',
    BINDERY_API_KEY_FILE: '',
  })
  expect(label).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('BINDERY_API_KEY') })
})

test('--help loads no code of a command', async () => {
  for (const args of [['--help'], ['build', '--help'], ['export', '--help']]) {
    const { stdout, loaded } = await listLoaded(args)
    expect(stdout).toContain('Usage: bindery')
    const packages = new Set(loaded.match(/(?<=\/packages\/)\w+|(?<=\/node_modules\/)\w+/g))
    expect([...packages].sort()).toEqual(['cli', 'commander'])
  }
})

test('commands that take a bundle load neither the parser nor the renderer', async () => {
  for (const args of [
    ['verify', 'missing'],
    ['apply', 'missing', 'site'],
    ['serve', 'missing'],
  ]) {
    const { loaded } = await listLoaded(args)
    expect(loaded).toContain('/site/dist/parent.js')
    expect(loaded).not.toMatch(/node_modules\/satteri\/|site\/dist\/index\.js/)
  }
})

async function listLoaded(args: string[]): Promise<{ stdout: string; loaded: string }> {
  await using folder = await makeFolder({})
  const { stdout, stderr } = await bindery(folder.root, args, { NODE_OPTIONS: tellModules })
  return { stdout, loaded: stderr }
}

test('check names the addresses that a site would lose, and writes the redirects that are certain', async () => {
  const text = Array.from({ length: 60 }, (_, n) => `Sail ${n} of ship ${n * 7}.`).join(' ')
  await using folder = await makeFolder({ index: 'Hello', gone: 'Nothing is like it.', sails: text })
  await bindery(folder.root, ['build', 'docs', '--out', 'site'])
  await using renamed = await makeFolder({ index: 'Hello', canvas: `${text} And more.` })
  const against = ['check', 'docs', '--against', join(folder.root, 'site')]
  const { stdout } = await bindery(renamed.root, against)
  expect(stdout).toContain(': 2 (vanished_page)')
  expect(stdout).toContain('add {"source":"/sails","destination":"/canvas"} to redirects')
  expect(await bindery(renamed.root, [...against, '--strict'])).toMatchObject({ code: 1 })

  const fixed = await bindery(renamed.root, [...against, '--fix'])
  expect(fixed).toMatchObject({ code: 0, stderr: expect.stringContaining('Added 1 redirect to docs.json.') })
  const { redirects } = JSON.parse(await readFile(join(renamed.root, 'docs/docs.json'), 'utf8'))
  expect(redirects).toEqual([{ source: '/sails', destination: '/canvas' }])
  expect((await bindery(renamed.root, against)).stdout).toContain(': 1 (vanished_page)')
})

test('check --fix corrects addresses with one right spelling, names each, and has nothing left to do then', async () => {
  const links = [
    '[a](/Setup.mdx) [b](/Setup.mdx#Install-it!) and `/Setup.mdx` [c](SETUP?x=1)',
    '<Card title="d" href="/Setup" />',
    '![e](/Images/A.png)',
    '[f](#parts) [g](/setup#Twice_Told) [h](/nowhere)',
  ].join('\n\n')
  const setup = '## Install it\n\n## Twice told\n\n## Twicetold'
  await using folder = await makeFolder({ index: `${links}\n\n## Parts?`, setup })
  const docs = join(folder.root, 'docs')
  await mkdir(join(docs, 'images'))
  await writeFile(join(docs, 'images/a.png'), 'png')
  const navigation = { pages: ['index', 'Setup.mdx'] }
  await writeFile(join(docs, 'docs.json'), JSON.stringify({ name: 'Site', navigation }, null, 2))

  const fixed = await bindery(folder.root, ['check', 'docs', '--fix'])
  expect(fixed.stderr.split('\n').filter((line) => line.startsWith('Fixed'))).toEqual([
    'Fixed docs.json:6: “Setup.mdx” is “setup” now.',
    'Fixed index.mdx:5: “/Setup.mdx” is “/setup.mdx” now.',
    'Fixed index.mdx:5: “/Setup.mdx#Install-it!” is “/setup.mdx#Install-it!” now.',
    'Fixed index.mdx:5: “SETUP?x=1” is “setup?x=1” now.',
    'Fixed index.mdx:7: “/Setup” is “/setup” now.',
    'Fixed index.mdx:9: “/Images/A.png” is “/images/a.png” now.',
    'Fixed index.mdx:5: “#Install-it!” is “#install-it” now.',
  ])
  const source = await readFile(join(docs, 'index.mdx'), 'utf8')
  expect(source).toContain('[a](/setup.mdx) [b](/setup.mdx#install-it) and `/Setup.mdx` [c](setup?x=1)')
  // Two places have these letters, and no page that name.
  expect(source).toContain('[g](/setup#Twice_Told) [h](/nowhere)')
  const last = await bindery(folder.root, ['check', 'docs', '--fix'])
  expect(last.stderr).toContain('Nothing could be fixed for certain.')
  expect(await readFile(join(docs, 'index.mdx'), 'utf8')).toBe(source)
  expect(last.stdout).toMatch(/broken_link[\s\S]*nowhere/)
})

test('check says what it cannot compare with', async () => {
  await using folder = await makeFolder({ index: 'Hello' })
  const missing = await bindery(folder.root, ['check', 'docs', '--against', 'nowhere.tar.gz'])
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere.tar.gz cannot be read (ENOENT)') })
})
