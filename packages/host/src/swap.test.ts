import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bundleOf, facts, text } from '../../bundle/testing/small-site.ts'
import { temporaryFolder } from '../../client/testing/temporary-folder.ts'
import { bundle, runHost } from '../testing/run-host.ts'
import { openFolder } from './versions/open-site.ts'
import { createSiteVersions } from './versions/site-versions.ts'

test('under load the site is swapped again and again without a failed or mixed answer', async () => {
  const swaps = 8
  await using folder = await temporaryFolder()
  const place = (version: number) => join(folder.path, `v${version}.tar.gz`)
  for (let version = 0; version <= swaps; version++) await writeFile(place(version), await bundle(`v${version}`))
  await using host = await runHost(folder.path, { staticExport: { bundleUrl: place(0) } })
  await host.heard(/Serving version v0\./)

  let ended = false
  const read = async () => {
    let pages = 0
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const get = async (path: string) => {
      const [response] = await once(request(`${host.url}${path}`, { agent }).end(), 'response')
      return { status: response.statusCode, body: await textOf(response) }
    }
    for (; !ended; pages++) {
      const page = await get('/')
      const [, version, asset] = /<h1>(v\d+)<\/h1><link href="(.*?)">/.exec(page.body) ?? []
      expect(page.status).toBe(200)
      expect(await get(`/${asset}`)).toEqual({ status: 200, body: `/* ${version} */`.repeat(40) })
    }
    agent.destroy()
    return pages
  }
  const readers = Array.from({ length: 4 }, read)
  for (let version = 1; version <= swaps; version++) {
    await host.configure({ staticExport: { bundleUrl: place(version) } })
    await host.heard(new RegExp(`Serving version v${version}\\.`))
  }
  ended = true
  const pages = await Promise.all(readers)
  expect(Math.min(...pages)).toBeGreaterThan(swaps)
})

test('an answer under way ends with the version that it began with, though its files are gone', async () => {
  const film = (letter: string) => text('film.mp4', letter.repeat(12 * 1024 * 1024))
  await using folder = await temporaryFolder()
  for (const version of ['a', 'b']) {
    const site = { ...facts, version }
    await writeFile(join(folder.path, version), await bundleOf([film(version)], { site }))
  }
  const settings = (bundleUrl: string) => ({ keepEarlierSeconds: 0, staticExport: { bundleUrl } })
  await using host = await runHost(folder.path, settings('a'))
  await host.heard(/Serving version a/)
  const [response] = await once(request(`${host.url}/film.mp4`, { agent: false }).end(), 'response')
  await host.configure(settings('b'))
  await host.heard(/Serving version b/)
  const whole: string = await textOf(response)
  expect(whole.length).toBe(12 * 1024 * 1024)
  expect(whole.replaceAll('a', '')).toBe('')
})

test('an earlier version is discarded only after the last response from it', async () => {
  await using folder = await temporaryFolder()
  const empty = await openFolder(folder.path)
  const [first, second] = [
    { ...empty, folder: 'first' },
    { ...empty, folder: 'second' },
  ]
  const discarded: string[] = []
  using versions = createSiteVersions({ retainEarlierMs: 0, discard: (site) => discarded.push(site.folder) })
  versions.put(first)
  const [releaseOne, releaseOther] = [versions.hold(first), versions.hold(first)]
  versions.put(second)
  await expect.poll(() => versions.list()).toEqual([second])
  releaseOne()
  expect(versions.listFolders()).toEqual(['second', 'first'])
  expect(discarded).toEqual([])
  releaseOther()
  expect(versions.listFolders()).toEqual(['second'])
  expect(discarded).toEqual(['first'])
})
