// Makes the organization Demo of compose.demo.yaml with the operator's own command, as far as it is not there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

const { DEMO_GIT_URL: url = '', DEMO_GIT_TOKEN: token = '' } = process.env
const domain = 'demo.example.com'

interface Named {
  id: string
  name: string
}

const organization = await findOrCreate('Demo', ['organization', 'list'], () => [
  ...['organization', 'create', '--name', 'Demo', '--plan', 'enterprise', '--trust-domains'],
])
const ofIt = ['--organization', organization]
const project = await findOrCreate('Example site', ['project', 'list', ...ofIt], () => [
  ...['project', 'create', ...ofIt, '--name', 'Example site'],
  ...['--repository', `${url}/demo/site.git`, '--git-host', 'gitea'],
])
await admin(['project', 'credential', 'set', project], token)
const domains = await admin<object[]>(['domain', 'list', ...ofIt])
if (domains.length === 0) await admin(['domain', 'add', domain, '--project', project])
console.log(`The organization Demo has the project Example site, for ${domain}.`)

async function findOrCreate(name: string, list: string[], create: () => string[]): Promise<string> {
  const found = (await admin<Named[]>(list)).find((one) => one.name === name)
  return (found ?? (await admin<Named>(create()))).id
}

async function admin<Answer>(args: string[], input = ''): Promise<Answer> {
  const child = spawn('/app/entrypoint', ['admin', ...args, '--json'], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`admin ${args.slice(0, 2).join(' ')} ended with ${code}.`)
  return JSON.parse(printed || 'null') as Answer
}
