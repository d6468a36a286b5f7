import { setTimeout as sleep } from 'node:timers/promises'
import { type Corpus, Tally } from '../corpus.ts'
import { completeSites } from '../export-sites.ts'
import type { World } from '../prepare-world.ts'
import { runExport } from '../run-exports.ts'
import type { PreviewWorld } from './preview-world.ts'
import { proveAddresses } from './prove-addresses.ts'
import { proveBrowser } from './prove-browser.ts'

const DOMAIN = 'previews.localhost'

/** A preview is for whoever has its address, as long as it lives; and a script in it reaches nothing beside it. */
export const previews: Corpus = {
  name: 'previews',
  async run(world) {
    const tally = new Tally()
    const [own] = await completeSites(world, 'previews', [
      { 'docs.json': docs, 'index.mdx': '# Attack', 'a.mdx': '# A' },
    ])
    const other = await runExport(world, world.demo.domain, world.demo.apiKey)
    if (!own || other.status !== 'completed') throw new Error(`The export of the demo ended ${other.status}.`)
    for (const domain of [undefined, DOMAIN]) {
      const named = domain === undefined ? {} : { BINDERY_PREVIEW_DOMAIN: domain }
      const { url = '' } = await world.service.startProcess('api', named)
      const short = { ...named, BINDERY_PREVIEW_LIFETIME: '2s', BINDERY_ALLOW_SHORT_LINKS: 'true' }
      const { url: shortUrl = '' } = await world.service.startProcess('api', short)
      const expired = (await previewOf(world, shortUrl, own.jobId)).replace(new URL(shortUrl).port, new URL(url).port)
      await sleep(2_500)
      const target: PreviewWorld = {
        world,
        url,
        domain,
        attacker: await previewOf(world, url, own.jobId),
        victim: await previewOf(world, url, other.jobId, world.demo.apiKey),
        expired,
        victimJob: other.jobId,
      }
      await proveAddresses(target, tally)
      await proveBrowser(target, tally)
    }
    return tally
  },
}

const docs = JSON.stringify({ name: 'Attack', navigation: { pages: ['index', 'a'] } })

async function previewOf({ send, tenant }: World, url: string, jobId: string, key = tenant.key): Promise<string> {
  const { body, status, text } = await send({ url: `${url}/v1/static-export/jobs/${jobId}/preview`, key })
  if (status !== 200) throw new Error(`There is no preview of ${jobId}: ${text}`)
  return body.previewUrl
}
