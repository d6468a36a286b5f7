import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Case, World } from '../case.ts'

const script = fileURLToPath(new URL('../pipeline.sh', import.meta.url))
const chart = fileURLToPath(new URL('../../support/chart', import.meta.url))

export const pipelineCases: Case[] = [
  {
    operation: 'createBundle',
    status: 200,
    promise:
      'the script that people write from the specification works unchanged, and Helm passes the link on byte for byte',
    run: async (world) => {
      const { code, output } = await runPipeline(world, world.demo.domain)
      assert.equal(code, 0, output)
      const [link, ...document] = output.split('\n')
      const values = parse(document.join('\n')) as { enabled: boolean; bundleUrl: string }
      assert.equal(values.bundleUrl, link)
      assert.equal(values.enabled, true)
      assert.equal((await fetch(values.bundleUrl)).status, 200)
    },
  },
  {
    operation: 'getExport',
    status: 200,
    promise: 'the same script ends for a job that fails',
    run: async (world) => {
      const { code } = await runPipeline(world, world.demo.failingDomain)
      assert.equal(code, 1)
    },
  },
]

function runPipeline({ demo }: World, domain: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, BASE_URL: demo.baseUrl, ADMIN_API_KEY: demo.apiKey, DOMAIN: domain, CHART: chart }
  const child = spawn('sh', [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (bytes) => {
      output += bytes
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
