/** A browser at the identity provider: goes where it is sent, says who it is, and returns our address with the answer. */
export async function signInAtProvider(start: string, subject: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const go = async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return new URL(answer.headers.get('location') ?? '', url).href
  }
  const interaction = await go(start)
  const resume = await go(interaction, { method: 'POST', body: new URLSearchParams({ subject }) })
  return new URL(await go(resume))
}
