import { expect, test } from 'vitest'
import type { AgentJobOrder } from '../../core/agent-jobs/turns/begin-agent-job.ts'
import { describePullRequest } from './describe-pull-request.ts'
import { disarm, wordForReaders } from './word-for-readers.ts'

const secret = 'd'.repeat(20) + 'e'.repeat(20)
const order = { agentJobId: 'agent_job_1', instruction: 'Describe <Card>.' } as AgentJobOrder

test('a secret stands in no title and no summary', () => {
  const { title, summary } = wordForReaders({ title: `Use ${secret}`, summary: `It is ${secret}.` }, [secret])
  expect(title + summary).not.toContain(secret)
})

test.each([
  '<img src=x>',
  '</div>',
  '<!-- x',
  '<?x',
  '![x](y)',
  '![x][y]',
  '\\`<svg>`',
  '$$',
  '\\[',
  '```',
  '  ~~~',
  '\t```',
])('%j is shown as it is and does nothing', (text) => {
  const disarmed = disarm(text)
  expect(disarmed.replaceAll('\u2060', '')).toBe(text)
  expect(disarmed).not.toMatch(/<[a-z/!?]|!\[|\$\$|\\\[|^\s*(```|~~~)/i)
})

test.each(['A `--region` flag: 1 < 2, a <= b!', '- [link](https://example.com)\n- `a` and ``b`` $5'])(
  '%j stays as it is',
  (text) => {
    expect(disarm(text)).toBe(text)
  },
)

test('a file is named as code, whatever its name holds', () => {
  const text = describePullRequest(order, { summary: 'Done.' }, ['a.mdx', 'b`<b>`.md', 'c\u202egpj.md'])
  expect(text).toContain('- `a.mdx`\n- `` b`<\u2060b>`.md ``\n- `cgpj.md`\n')
})
