import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Dev {
  port: number
  key: string
  /** The curl lines. */
  lines: string[]
  stop(): Promise<void>
}

export async function startDev(env: Record<string, string>): Promise<Dev> {
  const port = process.env.BINDERY_PORT ?? '18080'
  const child = spawn('npm', ['run', 'dev'], {
    env: { ...process.env, BINDERY_PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('Stop with Ctrl-C')) break
  }
  const key = /BINDERY_API_KEY=(bnd_\w+)/.exec(output)?.[1]
  const lines = [...output.matchAll(/^\d\. .*\n {2}(.*)$/gm)].map(([, line = '']) => line)
  if (!key || lines.length !== 7) throw new Error(`npm run dev printed something else:\n${output}`)
  return {
    port: Number(port),
    key,
    lines,
    async stop() {
      // npm does not hand signals on, so the whole group gets it, as from a terminal.
      if (child.pid) process.kill(-child.pid, 'SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
