import { pollAlways } from '../in-flight/poll-always.ts'
import type { Product } from './follow-readme.ts'

/** A key that is bound to this network is refused to us, unless the proxy believes what we write into a header. */
const elsewhere = '203.0.113.0/24'
const forged = '203.0.113.7'
const privateNetworks = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16'

/** What the proxy before the API is for, and what it must not change. Replaces the API, then the proxy. */
export async function checkProxy(product: Product) {
  const { address, shell } = product
  const { key, boundKey } = await makeKeys(product)
  const read = (forwarded: string) => readStatus(address, boundKey, forwarded)
  const faults: string[] = []

  if ((await read(forged)) !== 403) faults.push('A client may invent its address.')
  const polls = pollAlways(address, key)
  await shell('docker compose up --detach --wait --no-deps --force-recreate api')
  await polls.stop()
  faults.push(...polls.failed.map((one) => `while the API was replaced: ${one}`))

  const env = { BINDERY_TRUSTED_PROXIES: privateNetworks }
  await shell('docker compose up --detach --wait --no-deps proxy', env)
  if ((await read(forged)) !== 200) faults.push('A proxy that is trusted is not believed.')
  if ((await read(`${forged}, 198.51.100.9`)) !== 403) faults.push('A client behind a proxy may invent its address.')
  const { sent, failed, busy, longestMs } = polls
  return { faults, replaced: { requests: sent, failed: failed.length, busy, longestMs } }
}

async function makeKeys({ shell }: Product): Promise<{ key: string; boundKey: string }> {
  const admin = async <Made>(line: string) =>
    JSON.parse(await shell(`docker compose exec -T api /app/entrypoint admin ${line} --json`)) as Made
  const { id } = await admin<{ id: string }>('organization create --name Proxy --plan enterprise --trust-domains')
  const create = `key create --organization ${id} --name proxy --scope write`
  const { key } = await admin<{ key: string }>(create)
  const { key: boundKey } = await admin<{ key: string }>(`${create} --address ${elsewhere}`)
  return { key, boundKey }
}

async function readStatus(address: string, key: string, forwarded: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded }
  return (await fetch(`${address}/v1/static-export/jobs`, { headers })).status
}
