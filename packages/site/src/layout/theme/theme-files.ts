import { readFileSync } from 'node:fs'
import type { Pair } from '../../model/site-config.ts'
import type { SiteFile } from '../../model/site-file.ts'
import { scriptDigest } from '../../render/html/script-digest.ts'
import { type AheadRules, aheadRules } from './ahead-rules.ts'
import { type AuthorColors, deriveColors, hueOf } from './derive-colors.ts'
import { digest, type Fonts, gatherFonts } from './gather-fonts.ts'
import { type Background, backgroundRules } from './look/background-rules.ts'
import { codeRules } from './look/code-rules.ts'
import { type AuthorFont, fontRules } from './look/font-rules.ts'
import { minifyCss } from './minify-css.ts'
import { readAsset } from './read-asset.ts'

const folder = '_bindery'
/** In this order, each a cascade layer: a later one wins over an earlier one, whatever their selectors weigh. */
export const sheets = [
  'tokens',
  'base',
  'prose',
  'code',
  'components',
  'layout',
  'settings',
  'openapi',
  'search',
  'dialogs',
  'utilities',
  'print',
]
/** What every page runs, in this order. */
const scripts = ['moving', 'site', 'enlarge']
/** What finds is tested as modules; in a page it is one classic script, since modules do not load from a disk. */
const searchModules = ['numbers', 'terms', 'stems', 'slips', 'match-words', 'rank-pages', 'find-pages', 'excerpt']

export interface ThemeSettings {
  colors: AuthorColors
  fonts?: { heading?: AuthorFont; body?: AuthorFont }
  background?: Background
  codeblocks?: 'dark' | Pair | undefined
  /** Whether scripts of the author's run in readers' browsers. */
  hasAuthorCode?: boolean
}

export interface Theme {
  files: SiteFile[]
  /** Paths from the site's root. */
  css: string
  script: string
  /** Loaded when a reader first searches. */
  searchScript: string
  headScript: HeadScript
  aheadRules: AheadRules
}

/** Small enough to stand in every page, where no request delays it; pages allow no other script of that kind. */
export interface HeadScript {
  text: string
  /** As a content security policy names it. */
  digest: string
}

/** The theme's files as they stand in a site; names hold digests, so that they can be cached for ever. */
export function themeFiles(settings: ThemeSettings): Theme {
  const { fonts, controls, sources } = readParts()
  const colors = deriveColors(settings.colors, settings.background?.color)
  const css = hashed(
    'site',
    'css',
    `${controls}${fonts.css}@layer colors{${colors}}${sources}@layer look{${lookRules(settings)}}`,
  )
  const rules = aheadRules(settings.hasAuthorCode ?? false)
  const script = hashed('site', 'js', siteScript(rules))
  const searchScript = hashed('search', 'js', joinSearch())
  return {
    files: [css, script, searchScript, ...fonts.files],
    css: css.path,
    script: script.path,
    searchScript: searchScript.path,
    headScript: headScript(settings.fonts?.body?.source || settings.fonts?.body?.faces ? '' : fonts.text),
    aheadRules: rules,
  }
}

interface Parts {
  fonts: Fonts
  controls: string
  sources: string
}

// The same for every site: a process that finishes one after the other makes them once.
let read: Parts | undefined

function readParts(): Parts {
  read ??= {
    fonts: gatherFonts(folder),
    controls: `@layer controls{${makeImportant(minifyCss(readAsset('css/controls.css')))}}`,
    sources: minifyCss(sheets.map((name) => `@layer ${name}{${readAsset(`css/${name}.css`)}}`).join('')),
  }
  return read
}

function siteScript({ text }: AheadRules): string {
  const rules = JSON.stringify(text).slice(1, -1)
  return scripts
    .map((name) => readAsset(`js/${name}.js`))
    .join('')
    .replace('RULES', rules)
}

/** Every declaration of a sheet of ours, which has none inside of another. */
function makeImportant(css: string): string {
  return css.replace(/([{;])([-\w]+:[^{};]+)(?=[;}])/g, '$1$2!important')
}

/** `font` is the path of the face that nearly every page begins with, if there is one of ours. */
function headScript(font: string): HeadScript {
  const lines = readAsset('js/head.js').replace('FONT', font).split('\n')
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')
  return { text, digest: scriptDigest(text) }
}

/** The modules import only each other, so that their text without imports and exports, in this order, is a script. */
function joinSearch(): string {
  const modules = searchModules.map((name) =>
    readFileSync(new URL(`../../../dist/layout/theme/search/${name}.js`, import.meta.url), 'utf8')
      .replace(/^import .*$/gm, '')
      .replace(/^\/\/# sourceMappingURL.*$/gm, '')
      .replace(/^export /gm, ''),
  )
  return `;(() => {\n${[...modules, readAsset('js/search.js'), readAsset('js/shortcuts.js')].join('')}})()\n`
}

function hashed(name: string, extension: string, text: string): SiteFile {
  const bytes = new TextEncoder().encode(text)
  return { path: `${folder}/${name}-${digest(bytes)}.${extension}`, bytes }
}

/** The author's look, behind the theme's own rules and outside of their layers. */
function lookRules({ colors, background = {}, codeblocks, fonts = {} }: ThemeSettings): string {
  return backgroundRules(background, hueOf(colors)) + codeRules(codeblocks) + fontRules(fonts)
}
