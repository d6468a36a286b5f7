import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archive, job, jobId, jobs, playExport, playService, runBindery } from '../../testing/play-service.ts'

const times = { createdAt: '2026-11-16T09:00:00.000Z', updatedAt: '2026-11-16T09:01:00.000Z', retainedUntil: null }
const whole = (status: string, more: object = {}) => job(status, { progress: 50, ...times, ...more })
const one = `${jobs}/${jobId}`
const report = {
  counts: { pages: 2, rendered: 1, failed: 1, leftOut: 0, findings: { broken_link: 1 } },
  failures: [{ file: 'a.mdx', line: 1, column: 2, reason: 'never\u001b[2Jclosed', fatal: true }],
  findings: [{ code: 'broken_link', severity: 'warning', message: 'leads nowhere', file: 'b.mdx', line: 3, column: 4 }],
  advice: [],
  outsideHosts: [],
}

test('list shows as many as asked for, page by page, and only those that the filters name', async () => {
  const path = `GET ${jobs}?limit=3&domain=docs.example.com&status=failed`
  await using service = await playService({
    [path]: [{ body: { jobs: [whole('failed'), whole('failed')], nextCursor: '1.x' } }],
    [`${path}&cursor=1.x`]: [{ body: { jobs: [whole('failed'), whole('failed')], nextCursor: '2.x' } }],
  })
  const filters = ['--domain', 'docs.example.com', '--status', 'failed', '--limit', '3']
  const { code, stdout } = await runBindery(service, ['exports', 'list', ...filters])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${jobId}\tfailed\tdocs.example.com\t4/4\tv1\t2026-11-16 09:00:00Z\n`.repeat(3),
  })
  expect(service.asked).toHaveLength(2)
  const json = await runBindery(service, ['exports', 'list', ...filters, '--json'])
  expect(JSON.parse(json.stdout)).toHaveLength(3)
  expect(await runBindery(service, ['exports', 'list', '--limit', '0'])).toMatchObject({ code: 1, stdout: '' })
  expect(await runBindery(service, ['exports', 'list', '--status', 'done'])).toMatchObject({ code: 1, stdout: '' })
})

test('show and cancel print the export, and why it failed', async () => {
  const failed = whole('failed', { error: 'A page cannot be parsed.', errorCode: 'page_failed' })
  await using service = await playService({
    [`GET ${one}`]: [{ body: failed }],
    [`POST ${one}/cancel`]: [{ body: whole('failed', { error: 'It was cancelled.', errorCode: 'cancelled' }) }],
  })
  const shown = await runBindery(service, ['exports', 'show', jobId])
  expect(shown.stdout).toContain(`ID\t${jobId}\nDomain\tdocs.example.com\nStatus\tfailed\nProgress\t50 %\n`)
  expect(shown.stdout).toContain('Error\tA page cannot be parsed. (page_failed)\n')
  const json = await runBindery(service, ['exports', 'show', jobId, '--json'])
  expect(JSON.parse(json.stdout)).toEqual(failed)
  const cancelled = await runBindery(service, ['exports', 'cancel', jobId])
  expect(cancelled).toMatchObject({ code: 0, stdout: expect.stringContaining('It was cancelled. (cancelled)') })
  const wrong = await runBindery(service, ['exports', 'show', '../x'])
  expect(wrong).toMatchObject({ code: 1, stderr: '../x is no export. An id looks like se_0123456789abcdef.\n' })
})

test('the report reads as that of check, without what would move a cursor', async () => {
  await using service = await playService({ [`GET ${one}/report`]: [{ body: report }] })
  const { stdout } = await runBindery(service, ['exports', 'report', jobId])
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    '1 error, 1 warning, 0 pieces of advice. 1 of 2 pages rendered, 1 failed.',
    'Errors',
    '  Pages that failed: 1 (page_failed)',
    '    a.mdx:1:2: never [2Jclosed',
    'Warnings',
    '  Links that lead nowhere: 1 (broken_link)',
    '    b.mdx:3:4: leads nowhere',
  ])
  const json = await runBindery(service, ['exports', 'report', jobId, '--json'])
  expect(JSON.parse(json.stdout)).toEqual(report)
})

test('files are listed, and one is printed or written byte by byte', async () => {
  const bytes = 'a\u0000b\n'
  const file = { path: 'index.html', size: 4, sha256: 'ab', type: 'text/html', page: null }
  await using service = await playService({
    [`GET ${one}/files?limit=1000`]: [{ body: { files: [file], nextCursor: null } }],
    [`GET ${one}/files/a%20b/index.html`]: [{ body: bytes }],
  })
  expect((await runBindery(service, ['exports', 'files', jobId])).stdout).toBe('index.html\t4\ttext/html\tab\n')
  const printed = await runBindery(service, ['exports', 'files', jobId, 'a b/index.html'])
  expect(printed).toMatchObject({ code: 0, stdout: bytes })
  const written = await runBindery(service, ['exports', 'files', jobId, 'a b/index.html', '--output', 'page.html'])
  expect(written).toMatchObject({ code: 0, stdout: '' })
  expect(await readFile(join(service.folder, 'page.html'), 'utf8')).toBe(bytes)
  const alone = await runBindery(service, ['exports', 'files', jobId, '--output', 'page.html'])
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('Name its path too') })
})

test('export --json prints job, bundle and file, and nothing else', async () => {
  await using service = await playExport()
  const { code, stdout, stderr } = await runBindery(service, ['export', '--domain', 'docs.example.com', '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    job: { jobId, status: 'completed' },
    bundle: { sizeBytes: archive.length },
    file: 'bundle.tar.gz',
  })
  service.scripts[`GET ${one}`] = [{ body: whole('failed', { error: 'It broke.', errorCode: 'page_failed' }) }]
  const failed = await runBindery(service, ['export', '--job', jobId, '--json'])
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('It broke.') })
  expect(JSON.parse(failed.stdout)).toMatchObject({ job: { status: 'failed' } })
})

test('diff lists the pages that differ, and shows what changed in one', async () => {
  const since = 'se_00000000000000aa'
  const pages = [
    { kind: 'moved', path: 'new', from: 'old' },
    { kind: 'changed', path: 'guides/start', from: null },
  ]
  const blocks = [
    { mark: 'removed', text: 'Old\u001b[2J words.', skipped: 2 },
    { mark: 'added', text: 'New words.', skipped: 0 },
  ]
  await using service = await playService({
    [`GET ${one}/changes?limit=1000&since=${since}`]: [{ body: { pages, nextCursor: null } }],
    [`GET ${one}/changes/guides/start?since=${since}`]: [{ body: { path: 'guides/start', blocks } }],
  })
  const listed = await runBindery(service, ['diff', since, jobId])
  expect(listed).toMatchObject({ code: 0, stdout: 'moved\tnew\told\nchanged\tguides/start\t\n' })
  const shown = await runBindery(service, ['diff', since, jobId, '/guides/start.mdx'])
  expect(shown.stdout.split('\n')).toEqual([
    '  … 2 unchanged …',
    '',
    expect.stringMatching(/^- Old.* words\.$/),
    '',
    '+ New words.',
    '',
    '',
  ])
  expect(shown.stdout).not.toContain('\u001b')
})
