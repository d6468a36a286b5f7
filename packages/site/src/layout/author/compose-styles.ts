import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { join as joinPath } from 'node:path/posix'
import type { FoundProblem } from '../../model/finding.ts'
import { authorStylesPath, decodePath } from '../../model/paths.ts'
import type { SiteIndex } from '../../model/site-index.ts'
import type { PlannedPage } from '../../model/site-plan.ts'
import { onlyInside, type ResolveCssUrl } from '../../page/sanitize/css/check-css-value.ts'
import { sanitizeCss } from '../../page/sanitize/css/write-css.ts'
import { readRemoteAddress } from '../../plan/assets/remote/list-candidates.ts'
import { resolveAsset } from '../../render/links/resolve-asset.ts'
import { isThemeFace, isThemeProperty } from '../theme/theme-names.ts'
import { rewriteSelector } from './rewrite-selector.ts'

export interface AuthorStyles {
  css: string
  /** Paths of the files that they show. */
  assets: string[]
  findings: FoundProblem[]
}

// Far above what real sites have: 17 sheets, 95 KB.
const mostFiles = 200
const mostCharacters = 2_000_000

/**
 * Every style sheet of the author as one: each checked and written anew, in the order of the plan, in a layer of its own.
 * A later layer wins over the theme's; what the reader works with stands in the first layer, as important, and wins over
 * both, see `controls.css`.
 */
export async function composeStyles(root: string, site: SiteIndex): Promise<AuthorStyles> {
  const files = (site.plan.styles?.files ?? []).map(([file]) => file)
  const texts = new Map<string, string>()
  for (const file of files.slice(0, mostFiles)) texts.set(file, await readFile(join(root, file), 'utf8'))
  const composer = new Composer(texts, site)
  for (const file of files) composer.add(file)
  return composer.finish()
}

/** What authors' sheets may take from the theme, by the names that are documented. */
function knownProperties({ plan }: SiteIndex): string {
  const { primary, light = primary, dark = primary } = plan.config.colors
  const colors = Object.entries({ primary, 'primary-light': light, 'primary-dark': dark }).flatMap(([name, hex]) => {
    const parts = readHex(hex)
    return parts === undefined ? [] : [`--${name}:${parts}`]
  })
  const faces = ['--font-inter:"Inter Variable"', '--font-jetbrains-mono:"JetBrains Mono Variable"']
  return `:root{${[...colors, ...faces].join(';')}}\n`
}

/** `13 147 115` of `#0d9373`. */
function readHex(color: string): string | undefined {
  const digits = color.length < 6 ? color.slice(1, 4).replace(/./g, '$&$&') : color.slice(1, 7)
  const parts = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16))
  return parts?.length === 3 && !parts.some(Number.isNaN) ? parts.join(' ') : undefined
}

class Composer {
  readonly #texts: ReadonlyMap<string, string>
  readonly #site: SiteIndex
  readonly #written: string[] = []
  readonly #seen = new Set<string>()
  readonly #assets = new Set<string>()
  readonly #findings: FoundProblem[] = []
  #characters = 0

  constructor(texts: ReadonlyMap<string, string>, site: SiteIndex) {
    this.#texts = texts
    this.#site = site
  }

  /** Once, after those that it imports. */
  add(file: string): void {
    if (this.#seen.has(file)) return
    this.#seen.add(file)
    const source = this.#texts.get(file)
    this.#characters += source?.length ?? 0
    if (source === undefined) this.#find(file, 1, `A site has at most ${mostFiles} style sheets.`)
    else if (this.#characters <= mostCharacters) this.#write(file, source)
    else this.#find(file, 1, `All style sheets together have more than ${mostCharacters} characters.`)
  }

  #write(file: string, source: string): void {
    const css = sanitizeCss(source, {
      resolve: this.#resolverOf(file),
      refuse: (line, reason) => this.#find(file, line, reason),
      importSheet: (url, isConditional) => this.#import(url, isConditional, file),
      rewriteSelector,
      renameProperty: (name) => (isThemeProperty(name) ? `--author-${name.slice(2)}` : name),
      isReservedFace: isThemeFace,
    })
    if (css !== '') this.#written.push(css)
  }

  finish(): AuthorStyles {
    const css =
      this.#written.length === 0 ? '' : `@layer author{${knownProperties(this.#site)}${this.#written.join('\n')}}\n`
    return { css, assets: [...this.#assets], findings: this.#findings }
  }

  #find(file: string, line: number, message: string): void {
    this.#findings.push({ code: 'refused_style', message, file, line, column: 1 })
  }

  #import(url: string, isConditional: boolean, from: string): string | undefined {
    if (readRemoteAddress(url) !== undefined) {
      return `“${url}” is a style sheet of another host. Copy it into the docs folder.`
    }
    const path = decodePath(url.replace(/[?#].*$/s, ''))
    const file = path.startsWith('/') ? joinPath('.', path) : joinPath(dirname(from), path)
    if (!this.#texts.has(file)) return `There is no style sheet “${url}” in the docs folder.`
    this.add(file)
    return isConditional ? `“${url}” is used on every page, whatever stands behind its name.` : undefined
  }

  #resolverOf(file: string): ResolveCssUrl {
    const from: PlannedPage = { route: '', file, output: authorStylesPath, title: '' }
    return (url) => {
      const inside = onlyInside(url)
      if ('href' in inside) return inside
      const target = resolveAsset(url, from, this.#site)
      if (target.kind === 'missing') return { reason: `“${url.slice(0, 200)}” cannot be shown. ${target.reason}` }
      if (target.kind !== 'asset')
        return { reason: `“${url.slice(0, 200)}” is on another host, and a style loads nothing from there.` }
      this.#assets.add(target.path)
      return { href: target.href }
    }
  }
}
