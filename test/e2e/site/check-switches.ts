import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Whether the menus of the header lead to pages that are there, and to the same page wherever the other language,
 * version or product has one: pages of one division share their first folder, or have none.
 */
export async function checkSwitches(out: string, file: string): Promise<string[]> {
  const html = await readFile(join(out, file), 'utf8')
  const menus = [...html.matchAll(/<details class="switch">(.*?)<\/details>/gs)].map(([, menu = '']) => menu)
  return menus.flatMap((menu) => {
    const choices = [...menu.matchAll(/<a href="([^"#]*)[^"]*"( aria-current="true")?>/g)]
    const current = choices.filter(([, , isCurrent]) => isCurrent !== undefined)
    const others = choices.filter(([, href = '', isCurrent]) => isCurrent === undefined && !/^\w+:/.test(href))
    return [
      ...(current.length === 1 ? [] : [`a menu of the header names ${current.length} choices as the current one`]),
      ...others.flatMap(([, href = '']) => checkChoice(out, file, href)),
    ].map((fault) => `${file}: ${fault}`)
  })
}

function checkChoice(out: string, file: string, href: string): string[] {
  const target = decodeURIComponent(new URL(href, `http://site/${encodeURI(file)}`).pathname.slice(1))
  if (!existsSync(join(out, target))) return [`a menu of the header leads to ${target}, which is not there`]
  const twin = findTwin(out, file, target)
  return twin === undefined || twin === target ? [] : [`a menu of the header leads to ${target}, not to ${twin}`]
}

/** The page of the same name in the first folder of the target. */
function findTwin(out: string, file: string, target: string): string | undefined {
  const folder = target.includes('/') ? `${target.split('/')[0]}/` : ''
  const names = [file, file.split('/').slice(1).join('/')].filter((name) => name !== '')
  return names.map((name) => folder + name).find((twin) => twin !== file && existsSync(join(out, twin)))
}
