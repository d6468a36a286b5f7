export interface Shown {
  status: number
  headers: Headers
  text: string
  /** Where the last answer came from, after the redirects that were followed. */
  path: string
}

/** A browser without script: it keeps cookies, follows redirects, and sends forms with what stands hidden in them. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string

  constructor(url: string, sessionSecret?: string) {
    this.#url = url
    if (sessionSecret !== undefined) this.cookies.set('__Host-bindery-session', sessionSecret)
  }

  async get(path: string): Promise<Shown> {
    return this.#follow(await this.request(path), path)
  }

  /** Opens the page, finds its token, and sends the form that stands on it. */
  async submit(page: string, action: string, fields: Record<string, string | string[]> = {}): Promise<Shown> {
    const { text } = await this.get(page)
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    return this.post(action, { csrf, ...fields })
  }

  async post(action: string, fields: Record<string, string | string[]>): Promise<Shown> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one)
    return this.#follow(await this.request(action, { method: 'POST', body }), action)
  }

  /** One request with the cookies, no redirect followed. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as Record<string, string>), cookie }
    const answer = await fetch(new URL(path, this.#url), { ...init, redirect: 'manual', headers })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0/i.test(line) || value === '') this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  async #follow(answer: Response, path: string, redirects = 0): Promise<Shown> {
    const to = answer.headers.get('location')
    if (to === null || redirects > 5)
      return { status: answer.status, headers: answer.headers, text: await answer.text(), path }
    const next = new URL(to, new URL(path, this.#url))
    await answer.arrayBuffer()
    return this.#follow(await this.request(next.href), next.pathname + next.search, redirects + 1)
  }
}
