import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { renderProcess } from './create-render-pool.ts'

// Told at the end of a process: which modules it has loaded, and which of Node's own.
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
  process.on('exit', () => console.log(JSON.stringify({ urls, builtIn: process.moduleLoadList })))
`)}`

interface Loaded {
  urls: string[]
  builtIn: string[]
}

function start(): Loaded {
  const args = ['--import', recorder, fileURLToPath(renderProcess)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }))
}

test('a render process loads one module of ours, and of Node no fetch', () => {
  const { urls, builtIn } = start()
  const others = urls.filter((url) => url.startsWith('file:') && url.includes('/node_modules/'))
  expect(urls.filter((url) => url.startsWith('file:') && !others.includes(url))).toEqual([renderProcess.href])
  // 60 ms, for nothing that it does.
  expect(builtIn.filter((name) => name.includes('undici'))).toEqual([])
  // 72 of these are yaml's, 33 the parser's.
  expect(others.length).toBeLessThan(160)
})
