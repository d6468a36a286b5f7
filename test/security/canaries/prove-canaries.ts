import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Corpus, Tally } from '../corpus.ts'
import type { World } from '../prepare-world.ts'
import { readBundle, runExport } from '../run-exports.ts'
import { createFinder } from './create-finder.ts'
import { dumpTables } from './dump-tables.ts'
import { misplaceKeys } from './misplace-keys.ts'

/** A place that secrets must not reach, and a word that does stand there, which proves that it was searched. */
interface Place {
  name: string
  bytes: Buffer
  known: string
}

/**
 * Promise 8: no secret in logs, errors, rows or bundles. It searches what the corpora before it left behind, of which it
 * needs private-repository, and it ends the service to read its last line.
 */
export const canaries: Corpus = {
  name: 'canaries',
  async run(world) {
    await exportAllKinds(world)
    await misplaceKeys(world)
    await world.service.stop()

    const tally = new Tally()
    const find = createFinder(world.secrets)
    for (const { name, bytes, known } of await collectPlaces(world)) {
      if (!bytes.includes(known)) throw new Error(`Not even "${known}" is in the ${name}.`)
      const found = find(bytes)
      for (const secret of world.secrets.keys()) tally.check(!found.has(secret), `the ${secret} stands in the ${name}`)
    }
    return tally
  },
}

/** One that succeeds, one with a credential, one that fails. */
async function exportAllKinds(world: World): Promise<void> {
  const { domain, privateDomain, failingDomain, apiKey } = world.demo
  for (const wanted of [domain, privateDomain]) {
    const { status, error, jobId } = await runExport(world, wanted, apiKey)
    if (status !== 'completed') throw new Error(`The export of ${wanted} ended ${status}: ${error}`)
    await readBundle(world, jobId, apiKey)
  }
  await runExport(world, failingDomain, apiKey)
}

async function collectPlaces({ service, refusals, database, bundles, hosts, demo }: World): Promise<Place[]> {
  const logs = readdirSync(service.logFolder).map((name) => readFileSync(join(service.logFolder, name)))
  const asked = [...hosts.open.requests, ...hosts.guarded.requests]
  return [
    { name: 'logs', bytes: Buffer.concat(logs), known: '"operation":"startExport"' },
    { name: 'errors', bytes: Buffer.from(refusals.join('\n')), known: 'invalid_request' },
    { name: 'rows', bytes: Buffer.from(await dumpTables(database)), known: demo.privateDomain },
    { name: 'bundles', bytes: Buffer.concat(bundles), known: 'Shelf 1, volume 1' },
    { name: 'requests to git hosts', bytes: Buffer.from(asked.join('\n')), known: 'git-upload-pack' },
  ]
}
