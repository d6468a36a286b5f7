import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Builder, makeFolder } from '../builder.ts'
import { writePages } from '../make-plain-site.ts'
import { measureProcess } from '../measure-process.ts'

const versions = { '@astrojs/starlight': '0.42.4', astro: '7.3.5' }
// Astro bundles what the project's own manifest names; without it, Starlight's pages are not compiled.
const manifest = JSON.stringify({ name: 'bench', private: true, type: 'module', dependencies: versions })

/** Starlight as it comes. Its search index is off as long as Bindery makes none: both sides do the same work. */
export const starlight: Builder = {
  async prepare(pages) {
    const home = await install()
    // Beside its modules: Astro does not compile components that it finds through a link.
    const { path: folder, ...disposable } = await makeFolder(home)
    await writePages(pages, join(folder, 'src/content/docs'))
    await writeFile(join(folder, 'package.json'), manifest)
    await writeFile(join(folder, 'astro.config.mjs'), config)
    await writeFile(join(folder, 'src/content.config.ts'), contentConfig)
    return {
      ...disposable,
      async build() {
        const leftovers = ['dist', '.cache', '.astro']
        for (const name of leftovers) await rm(join(folder, name), { recursive: true, force: true })
        const astro = join(home, 'node_modules/astro/bin/astro.mjs')
        return measureProcess(process.execPath, [astro, 'build'], {
          cwd: folder,
          env: { ASTRO_TELEMETRY_DISABLED: '1' },
        })
      },
    }
  },
}

/** Outside this repository, once for each version; moved to its place when it is whole. */
async function install(): Promise<string> {
  const cache = process.env.BINDERY_CACHE ?? join(homedir(), '.cache/bindery')
  const home = join(cache, 'peers', `starlight-${versions['@astrojs/starlight']}`)
  if (!existsSync(home)) {
    const building = `${home}.${process.pid}`
    await mkdir(building, { recursive: true })
    await writeFile(join(building, 'package.json'), manifest)
    console.log(`Installing Starlight into ${home} …`)
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: building, stdio: 'ignore' })
    await rename(building, home)
  }
  return home
}

const config = `import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
export default defineConfig({
  cacheDir: './.cache/astro',
  vite: { cacheDir: './.cache/vite' },
  integrations: [starlight({ title: 'Bench', pagefind: false })],
})
`
const contentConfig = `import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`
