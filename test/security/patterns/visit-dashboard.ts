import { randomBytes } from 'node:crypto'
import type { World } from '../prepare-world.ts'
import type { Answer } from '../send-request.ts'

/** Somebody with a browser: cookies, and the token that each form has. */
export interface Visitor {
  get(path: string): Promise<Answer>
  post(path: string, fields: Record<string, string>): Promise<Answer>
}

/** Not signed in. */
export function createVisitor({ service, send }: World): Visitor {
  const cookies = new Map<string, string>()
  let csrf = ''
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await send({
      method,
      url: `${service.url}${path}`,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body }),
    })
    for (const [at, value] of answer.rawHeaders.entries()) {
      const [, name = '', content = ''] = /^([^=]+)=([^;]*)/.exec(value) ?? []
      if (answer.rawHeaders[at - 1]?.toLowerCase() === 'set-cookie') cookies.set(name, content)
    }
    csrf = /name="csrf" value="([^"]+)"/.exec(answer.text)?.[1] ?? csrf
    return answer
  }
  return {
    get: (path) => ask('GET', path),
    post: (path, fields) => ask('POST', path, String(new URLSearchParams({ csrf, ...fields }))),
  }
}

/** An admin of the suite's own tenant. */
export async function signIn(world: World): Promise<Visitor> {
  const { service, tenant } = world
  const unique = randomBytes(8).toString('hex')
  const [email, password] = [`${unique}@example.com`, `a few words and ${unique}`]
  const { link } = await service.admin<{ link: string }>([
    ...['user', 'create', '--email', email, '--name', 'Patterns'],
    ...['--organization', tenant.organization, '--role', 'admin'],
  ])
  const visitor = createVisitor(world)
  await visitor.get(link)
  await visitor.post(link, { password })
  await visitor.get('/sign-in')
  const { status } = await visitor.post('/sign-in', { email, password })
  if (status !== 303) throw new Error(`Nobody could sign in: ${status}.`)
  return visitor
}
