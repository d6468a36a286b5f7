#!/usr/bin/env node
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { HostError } from './ops/host-error.ts'
import { createLog } from './ops/log.ts'
import { startHost } from './start-host.ts'

const usage = `bindery-host [--config FILE]

Serves the bundle that staticExport.bundleUrl names, or each new export of the service that staticExport.follow names.
FILE is YAML or JSON and is watched; each setting can also be given in the environment: staticExport.bundleUrl as
BINDERY_STATIC_EXPORT_BUNDLE_URL.
`

try {
  const { values } = parseArgs({ options: { config: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) process.stdout.write(usage)
  else await run(values.config)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
}

async function run(configFile: string | undefined): Promise<void> {
  const asked = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const log = createLog((line) => process.stdout.write(line))
  const host = await startHost({ ...(configFile === undefined ? {} : { configFile }), env: process.env, log })
  await asked
  log('info', 'Asked to end: requests under way are answered.')
  await host.stop()
}

function explain(error: unknown): string {
  if (error instanceof HostError) return error.message
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${usage}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
