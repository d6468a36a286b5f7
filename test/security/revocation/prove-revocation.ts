import { mapAtOnce } from '../../support/map-at-once.ts'
import { type Corpus, Tally } from '../corpus.ts'
import type { World } from '../prepare-world.ts'
import { plantKey } from './plant-key.ts'

/** Promise 19: a revoked key is refused on the very next request, on every API process. */
export function createRevocation(keys: number): Corpus {
  return {
    name: 'revocation',
    async run(world) {
      if (world.service.urls.length < 2) throw new Error('Two API processes are needed.')
      const tally = new Tally()
      await mapAtOnce([...Array(keys).keys()], 2, (index) => revokeOne(world, index, tally))
      return tally
    },
  }
}

async function revokeOne(world: World, index: number, tally: Tally): Promise<void> {
  const { id, key } = await plantKey(world)
  world.secrets.set(`key ${index} that is revoked`, key)
  const used = await useEverywhere(world, key)
  if (used.some((outcome) => outcome !== '200')) throw new Error(`A new key is answered ${used.join(', ')}.`)
  await world.service.admin(['key', 'revoke', id])
  for (const [place, outcome] of (await useEverywhere(world, key)).entries()) {
    tally.check(outcome === '401 revoked_key', `API process ${place} answered key ${index} with ${outcome}`)
  }
}

function useEverywhere({ service, send }: World, key: string): Promise<string[]> {
  return Promise.all(
    service.urls.map(async (url) => {
      const { status, body } = await send({ url: `${url}/v1/static-export/jobs?limit=1`, key })
      return status === 200 ? '200' : `${status} ${body?.code}`
    }),
  )
}
