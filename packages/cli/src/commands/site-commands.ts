import { Command, Option } from 'commander'
import type { DevFlags } from '../dev/dev.ts'
import type { BuildFlags } from '../site/build.ts'
import type { CheckFlags } from '../site/check.ts'
import type { ServeFlags } from '../site/serve.ts'

/** Commands for a folder with a docs.json. */
export function siteCommands(): Command[] {
  return [newCommand(), devCommand(), buildCommand(), checkCommand(), serveCommand()]
}

function newCommand(): Command {
  return new Command('new')
    .description('Write a small site to begin with.')
    .argument('[dir]', 'an empty folder, or one that is not there yet', '.')
    .action(async (dir: string) => (await import('../site/new-site.ts')).writeNewSite(dir))
}

function devCommand(): Command {
  return new Command('dev')
    .description('Serve the docs folder on this machine, and show each change as it is saved.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--port <n>', 'where to listen (default: the first free port from 3000 on)')
    .option('--open', 'open the site in the browser')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .addOption(authorCodeOption())
    .action(async (dir: string, flags: DevFlags) => (await import('../dev/dev.ts')).dev(dir, flags))
}

function buildCommand(): Command {
  return new Command('build')
    .description('Render the docs folder into static files.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--out <dir>', 'where the site goes', 'site')
    .option('--url <url>', 'where the site will stand, for canonical addresses and the sitemap')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .addOption(
      new Option(
        '--assets <mode>',
        'files from other hosts: copy them, keep their addresses, or fail if one cannot be fetched (default: vendor; on a terminal, asks first)',
      ).choices(['vendor', 'link', 'strict']),
    )
    .addOption(authorCodeOption())
    .option('--processes <n>', 'render processes (default: one for each core)')
    .option('--json', 'print the report as JSON, and nothing else')
    .option('--strict', 'a page that is not valid MDX fails the build')
    .option('--repeat <n>', 'build so many times with the same warm processes, and say how long each took', '1')
    .action(async (dir: string, flags: BuildFlags) => (await import('../site/build.ts')).build(dir, flags))
}

function authorCodeOption(): Option {
  return new Option(
    '--author-code <mode>',
    "whether the docs folder's own scripts and components run in readers' browsers (default: off)",
  ).choices(['off', 'browser'])
}

function checkCommand(): Command {
  return new Command('check')
    .description('Say what is wrong with the docs folder: pages, links, images, configuration.')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--allow-fetch', 'fetch OpenAPI files that the site names by URL')
    .option('--processes <n>', 'render processes (default: one for each core)')
    .option('--json', 'print the report as JSON, and nothing else')
    .addOption(
      new Option('--format <format>', 'how to print the report (default: github in its workflows, else text)').choices([
        'text',
        'json',
        'github',
        'sarif',
      ]),
    )
    .option('--strict', 'warnings fail the check too')
    .option('--against <site>', 'a bundle or the folder of a site that readers have: name the addresses that would die')
    .option(
      '--fix',
      'correct addresses that have one right spelling; with --against also write the redirects that are certain',
    )
    .action(async (dir: string, flags: CheckFlags) => (await import('../site/check.ts')).check(dir, flags))
}

function serveCommand(): Command {
  return new Command('serve')
    .description('Serve a bundle, or a folder that holds a site, as a deployment would.')
    .argument('<path>', 'a .tar.gz, the folder that it was extracted to, or what `bindery build` made')
    .option('--port <n>', 'where to listen; 0 takes any free port (default: the first free port from 4000 on)')
    .option('--base <path>', 'where the site stands, as in /docs')
    .action(async (path: string, flags: ServeFlags) => (await import('../site/serve.ts')).serve(path, flags))
}
