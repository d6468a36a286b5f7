import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Page, root } from './read-pages.ts'

export interface KnownCommands {
  /** `bindery exports list` → its options. */
  commands: ReadonlyMap<string, ReadonlySet<string>>
  chartValues: ReadonlySet<string>
  scripts: ReadonlySet<string>
}

/** From the references, which are made from the programs themselves. */
export function readKnownCommands(pages: readonly Page[], scripts: ReadonlySet<string>): KnownCommands {
  const textOf = (name: string) => pages.find(({ path }) => path === `docs/reference/${name}.mdx`)?.text ?? ''
  const sections = ['cli', 'admin'].flatMap((name) => textOf(name).split(/^## /m).slice(1))
  const commands = new Map(
    sections.map((section) => {
      const options = [...section.matchAll(/^\| `([^`]+)` \|/gm)].flatMap(
        ([, flags = '']) => flags.match(/--[\w-]+/g) ?? [],
      )
      return [section.slice(0, section.indexOf('\n')), new Set([...options, '--help', '--json'])]
    }),
  )
  const values = [...textOf('chart-values').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name = '']) => name)
  return { commands, chartValues: new Set(values), scripts }
}

/** Shell that cannot be parsed, and commands, options, values, scripts and files that are not there. */
export function checkCommands(text: string, known: KnownCommands): string[] {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text.replace(/…|<[\w-]+>/g, 'x'), encoding: 'utf8' })
  const syntax = status === 0 ? [] : [`bash cannot read it: ${stderr.trim()}`]
  const lines = text.replace(/\\\n\s*/g, ' ').split('\n')
  const commands = lines.flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/\s*(?:\||&&|\$\(|;)\s*/))
  return [...syntax, ...lines.flatMap(checkKeptValues), ...commands.flatMap((line) => checkLine(line.trim(), known))]
}

/** A host refuses the next bundle if Helm keeps the version or the digest of the one before. */
function checkKeptValues(line: string): string[] {
  if (!/^\s*helm upgrade .*reuse-values.* staticExport\.(?:bundleUrl|follow)/.test(line)) return []
  const missing = ['version', 'sha256'].filter((name) => !line.includes(`staticExport.${name}=`))
  return missing.map((name) => `Helm keeps an earlier staticExport.${name}, so the command must set it`)
}

function checkLine(line: string, known: KnownCommands): string[] {
  const script = /^npm run (?:--silent )?([\w:-]+)/.exec(line)?.[1]
  if (script && !known.scripts.has(script)) return [`npm has no script “${script}”`]
  const values = [...line.matchAll(/--set(?:-string)? ([\w.]+)=/g)].map(([, name = '']) => name)
  const unknown = /^helm /.test(line) ? values.filter((name) => !isChartValue(name, known.chartValues)) : []
  const file = /^(?:bash |source |node )?((?:deploy|packages|test|\.ci)\/[\w./-]+)/.exec(line)?.[1]
  const missing = file && !file.includes('/dist/') && !existsSync(`${root}${file}`) ? [`there is no ${file}`] : []
  return [...unknown.map((name) => `the chart has no value “${name}”`), ...missing, ...checkOptions(line, known)]
}

/** `staticExport.follow.domain` is a part of the value `staticExport.follow`. */
function isChartValue(name: string, values: ReadonlySet<string>): boolean {
  return values.has(name) || (name.includes('.') && isChartValue(name.slice(0, name.lastIndexOf('.')), values))
}

const admin = /(?:^admin|(?:bindery-server|main\.js|\/app\/entrypoint) admin) (.+)$/
const cli = /(?:^bindery|cli\/dist\/main\.js) (.+)$/

function checkOptions(line: string, { commands }: KnownCommands): string[] {
  const place = admin.exec(line) ?? cli.exec(line)
  if (!place) return []
  const words = (place[1] ?? '').replace(/"[^"]*"/g, 'text').split(/\s+/)
  const path = [admin.test(line) ? 'admin' : 'bindery']
  while (words[0] !== undefined && commands.has([...path, words[0]].join(' '))) path.push(words.shift() as string)
  const name = path.join(' ')
  const options = commands.get(name)
  if (!options) return line.includes('--version') ? [] : [`there is no command “${name} ${words[0] ?? ''}”`]
  const unknown = words.map((word) => /^--[\w-]+/.exec(word)?.[0]).filter((option) => option && !options.has(option))
  return unknown.map((option) => `${name} has no option ${option}`)
}
