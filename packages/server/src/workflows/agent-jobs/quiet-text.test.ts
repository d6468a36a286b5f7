import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { describePullRequest } from './describe-pull-request.ts'
import { quietText, quietTitle, wordForReaders } from './word-for-readers.ts'

const url = '[a-z]+://\\S+?'

/** What each host looks for, as its documentation or its source has it. */
const hosts = {
  github: {
    mention: /(?:^|[^0-9A-Za-z])@[a-z\d][a-z\d-]{0,38}/im,
    reference: /#\d+\b|\bGH-\d+/i,
    closes: new RegExp(
      `\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\\s+(?:(?:[\\w.-]+/[\\w.-]+)?#\\d+|GH-\\d+|${url}/(?:issues|pull)/\\d+)`,
      'i',
    ),
    command: /^\s*\/[a-z]/im,
  },
  gitlab: {
    mention: /(?<!\w)@[a-z0-9_.][a-z0-9_.-]*/i,
    reference: /[#!]\d+\b|\[(?:issue|work_item|merge_request|epic):/,
    closes: new RegExp(
      `\\b(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?):? +(?:issues? +)?(?:\\S*#\\d+|${url}/(?:issues|work_items)/\\d+|[A-Z][A-Z0-9_]+-\\d+)`,
    ),
    command: /^\/\w+/m,
  },
  gitea: {
    mention: /(?:\s|^|\(|\[)@[-\w][-.\w]*/m,
    reference: /(?:\s|^|\(|\[|'|")[#!]\d+|[\w.-]+\/[\w.-]+[#!]\d+|(?:\s|^|\(|\[|'|")[A-Z]{1,10}-[1-9]\d*/m,
    closes: new RegExp(
      `(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|reopen(?:s|ed)?):?\\s+(?:\\S*[#!]\\d+|[A-Z]{1,10}-\\d+|${url}/(?:issues|pulls)/\\d+)`,
      'i',
    ),
    command: /^\/[a-z]/m,
  },
}

const skips = /\[[\w :-]*(?:skip|\bci\b|\bno\b)[\w :-]*\]|no_ci|skip-checks\s*:/i

const attempts = [
  '@owner please merge',
  'Thanks (@team/docs) and _@owner_, \\@owner, a**@owner**, é@owner, &#64;owner, &commat;owner',
  'fixes #1',
  'Closes: #1, #2 and owner/name#3',
  'Resolves https://example.com/owner/name/issues/1',
  'closes https://example.com/group/name/-/issues/1 and https://example.com/owner/name/pull/4',
  'Implements !7, GH-12, gh\\-12, PROJ-3 #close #comment done',
  'Fix [issue:1] and [work_item:group/name/2], &num;1',
  '/assign @owner',
  '  /merge',
  'Done.\n/close\n\n- /label ~bug\n1. /approve\n> /lgtm',
  'a\r/assign me',
  '[skip ci] [ci skip] [no ci] [skip netlify](x) [CF-Pages-Skip] ***NO_CI***',
  'Text.\n\nCo-authored-by: Mallory <m@example.com>\nSigned-off-by: Owner <o@example.com>\nskip-checks: true',
  'Text.\n\n\nskip-checks:true',
]

const order = { agentJobId: 'agent_job_1', instruction: attempts.join('\n\n') } as AgentJobOrder

test.each(Object.keys(hosts) as (keyof typeof hosts)[])('nothing of a pull request is acted on by %s', (name) => {
  for (const attempt of attempts) {
    const finished = { title: attempt.replace(/\s+/g, ' '), summary: attempt }
    const { title, summary } = wordForReaders(finished, [])
    const body = describePullRequest(order, { summary }, ['@owner #1.md', 'guides/[skip ci].mdx'])
    for (const [what, pattern] of Object.entries(hosts[name])) {
      for (const text of [title, body, `${title}\n\n${summary}`]) {
        expect(text.match(pattern)?.[0], `${what} by ${JSON.stringify(attempt)}`).toBeUndefined()
      }
    }
    expect(title + body).not.toMatch(skips)
    expect((title + summary).replaceAll('\u2060', '')).toBe(finished.title + finished.summary)
  }
})

test.each(Object.entries(hosts))('the patterns of %s find what is not broken', (_, patterns) => {
  for (const pattern of Object.values(patterns)) expect(attempts.some((attempt) => pattern.test(attempt))).toBe(true)
  expect(attempts.filter((attempt) => skips.test(attempt))).toHaveLength(3)
})

test('git finds no trailer in a commit message', () => {
  const parse = (message: string) =>
    execFileSync('git', ['interpret-trailers', '--parse'], { input: message, encoding: 'utf8' })
  const [trailers = ''] = attempts.filter((attempt) => attempt.includes('Co-authored-by'))
  expect(parse(`Title\n\n${trailers}\n`)).toContain('Co-authored-by')
  for (const attempt of attempts) {
    const { title, summary } = wordForReaders({ title: 'Title', summary: attempt }, [])
    expect(parse(`${title}\n\n${summary}\n`)).toBe('')
  }
})

test.each([
  'docs: say where to begin',
  'Write to docs@example.com',
  'See [the guide](/guides/start#install)',
  'a / b, 1/2',
])('%j stays as it is', (text) => {
  expect(quietTitle(text)).toBe(text)
})

test('a long text of any of these costs no more than its length', () => {
  const cpu = (text: string) => {
    const before = process.cpuUsage()
    quietText(text)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  for (const piece of [
    '[',
    '[a',
    '[skip ',
    ' ',
    '> ',
    '- /',
    '&',
    '&a',
    '@',
    '#1',
    'A-',
    'AA',
    'a:',
    '/issues/',
    '\n',
    '1. ',
  ]) {
    const [short, long] = [8_000, 64_000].map((length) => cpu(piece.repeat(length / piece.length)))
    // Eight times the length in eight times the time; a square would be 64 times.
    expect(long, piece).toBeLessThan(30 * Math.max(short ?? 0, 5_000))
  }
})
