import { readFileSync } from 'node:fs'
import { type Service, startService } from '../../../deploy/local/start-service.ts'
import { type Corpus, Tally } from '../corpus.ts'
import { makeKey, makeTenant } from '../make-tenant.ts'
import type { Send } from '../send-request.ts'

const LIMIT = 20
const LISTED = '203.0.113.7'
const OTHER = '198.51.100.1'

interface Target {
  service: Service
  send: Send
  /** May be used from 203.0.113.0/24 only. */
  boundKey: string
}

/** An invented X-Forwarded-For opens nothing; one that the operator's own proxy wrote is believed. */
export const forwardedFor: Corpus = {
  name: 'forwarded-for',
  async run({ send }) {
    const tally = new Tally()
    const attack = async (trustedProxies: string, prove: (target: Target, tally: Tally) => Promise<void>) => {
      const env = {
        BINDERY_TRUSTED_PROXIES: trustedProxies,
        BINDERY_LIMIT_FAILED_AUTHENTICATIONS_PER_MINUTE: String(LIMIT),
      }
      const service = await startService({ workers: 0, env })
      try {
        const { organization } = await makeTenant(service)
        const { key: boundKey } = await makeKey(service, organization, '--address', '203.0.113.0/24')
        await prove({ service, send, boundKey }, tally)
      } finally {
        await service.stop()
      }
    }
    await attack('', disbelieve)
    await attack('127.0.0.1/32', believe)
    return tally
  },
}

async function disbelieve(target: Target, tally: Tally): Promise<void> {
  for (const headers of listForgeries(LISTED)) {
    const outcome = await call(target, target.boundKey, headers)
    tally.check(outcome === '403 address_not_allowed', `${JSON.stringify(headers)} was answered ${outcome}`)
  }
  const refused = await guess(target, (index) => ({ 'x-forwarded-for': `192.0.2.${index}, ${LISTED}` }))
  tally.check(refused >= LIMIT, `only ${refused} of ${3 * LIMIT} guesses under invented addresses were limited`)
  const reports = countReports(target)
  tally.check(reports === 1, `the proxy that is not declared stands in the log ${reports} times`)
}

async function believe(target: Target, tally: Tally): Promise<void> {
  const from = (chain: string) => call(target, target.boundKey, { 'x-forwarded-for': chain })
  for (const chain of [LISTED, `${OTHER}, ${LISTED}`, `nonsense, ${LISTED}`, `${LISTED}, 127.0.0.1`]) {
    const outcome = await from(chain)
    tally.check(outcome === '200', `the proxy's "${chain}" was answered ${outcome}`)
  }
  for (const chain of ['', OTHER, `${LISTED}, ${OTHER}`, `${LISTED}, nonsense`, `${LISTED}:80`, 'localhost']) {
    const outcome = await from(chain)
    tally.check(outcome === '403 address_not_allowed', `the proxy's "${chain}" was answered ${outcome}`)
  }
  const apart = await guess(target, (index) => ({ 'x-forwarded-for': `192.0.2.${index}` }))
  tally.check(apart === 0, `${apart} of ${3 * LIMIT} clients behind the proxy paid for the others`)
  const together = await guess(target, (index) => ({ 'x-forwarded-for': `192.0.2.${index}, ${OTHER}` }))
  tally.check(together >= LIMIT, `only ${together} of ${3 * LIMIT} guesses of one client were limited`)
  const reports = countReports(target)
  tally.check(reports === 0, `the proxy that is declared was reported ${reports} times`)
}

/** The operator learns that all clients share one address, and no client fills the log with it. */
function countReports({ service }: Target): number {
  const logs = service.processes.map(({ logFile }) => readFileSync(logFile, 'utf8'))
  return logs.join('').split('BINDERY_TRUSTED_PROXIES=127.0.0.1/32').length - 1
}

function listForgeries(address: string): Record<string, string | string[]>[] {
  return [
    {},
    { 'x-forwarded-for': address },
    { 'x-forwarded-for': `${address}, 127.0.0.1` },
    { 'x-forwarded-for': `127.0.0.1, ${address}` },
    { 'x-forwarded-for': [address, address] },
    { forwarded: `for=${address}` },
    ...['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-forwarded', 'fly-client-ip'].map(
      (name) => ({ [name]: address }),
    ),
  ]
}

/** Three times as many wrong keys as a minute allows, so at least one third is limited even if the minute turns. */
async function guess(target: Target, headers: (index: number) => Record<string, string>): Promise<number> {
  let limited = 0
  for (let index = 1; index <= 3 * LIMIT; index++) {
    const outcome = await call(target, 'bnd_wrong', headers(index))
    if (outcome === '429 too_many_failures') limited += 1
    else if (outcome !== '401 invalid_key') throw new Error(`A wrong key was answered ${outcome}.`)
  }
  return limited
}

async function call({ service, send }: Target, key: string, headers: Record<string, string | string[]>) {
  const { status, body } = await send({ url: `${service.url}/v1/static-export/jobs`, key, headers })
  return status === 200 ? '200' : `${status} ${body?.code}`
}
