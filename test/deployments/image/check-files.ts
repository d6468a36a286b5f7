import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Service {
  image?: string
  build?: unknown
  restart?: string
  env_file?: string
  ports?: string[]
  tmpfs?: string[]
  entrypoint?: string[]
  logging?: { options?: Record<string, string> }
}

/** What makes an installation hard or its image large, found in the files alone: each line is a fault that people met. */
export async function findFileFaults(root: string): Promise<string[]> {
  const read = (path: string) => readFile(join(root, path), 'utf8')
  const [dockerfile, ignored, compose, bake, entrypoint, smoke] = await Promise.all(
    ['deploy/image/Dockerfile', '.dockerignore', 'compose.yaml', 'deploy/image/bake.json']
      .concat('deploy/image/entrypoint', 'deploy/image/smoke')
      .map((path) => read(path).catch(() => '')),
  )
  const workspaces = (await readdir(join(root, 'packages'))).filter((name) => !name.startsWith('.'))
  return [
    ...findBuildFaults(dockerfile ?? '', workspaces),
    ...findComposeFaults((parse(compose ?? '', { merge: true }) as { services: Record<string, Service> }).services),
    ...(/linux\/amd64.*linux\/arm64/s.test(bake ?? '') ? [] : ['deploy/image/bake.json builds not for both platforms']),
    ...(/^\/\*$/m.test(ignored ?? '') ? [] : ['.dockerignore lets everything through that it does not name']),
    ...(/readyz/.test(entrypoint ?? '') ? [] : ['The health check of the image passes while the role answers 503']),
    ...(isTrappedFirst(smoke ?? '') ? [] : ['deploy/image/smoke begins before it would clean up']),
    ...(await findSettingsFaults(root)),
  ]
}

function findBuildFaults(dockerfile: string, workspaces: string[]): string[] {
  const lines = dockerfile.split('\n')
  const firstRun = lines.findIndex((line) => line.startsWith('RUN'))
  const sources = lines.findIndex((line) => /^COPY \. /.test(line))
  const installs = lines.flatMap((line, at) => (/^RUN .*(?:install-packages|npm ci)/.test(line) ? [at] : []))
  const lastBase = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  const late = ['package-lock.json', ...workspaces.map((name) => `packages/${name}/package.json`)].filter(
    (file) => !lines.slice(0, firstRun).some((line) => line.startsWith('COPY ') && line.includes(file)),
  )
  const interval = Number(/--interval=(\d+)s/.exec(dockerfile)?.[1])
  return [
    ...(/^# *syntax=/im.test(dockerfile) ? ['The Dockerfile asks a registry for its syntax'] : []),
    ...(/^\s*(?:RUN|COPY) .*--(?:mount|parents|link)\b/m.test(dockerfile) ? ['The Dockerfile needs BuildKit'] : []),
    ...late.map((file) => `The Dockerfile installs packages before it has ${file}`),
    ...(installs.length > 0 && installs.every((at) => at < sources)
      ? []
      : ['Editing a source installs all packages again']),
    ...(/^FROM \$\{NODE_IMAGE\}/m.test(lastBase.trim()) ? ['npm is in the image, with the base that has it'] : []),
    ...(interval <= 2 ? [] : [`The first health check comes after ${interval} s, and --wait waits for it`]),
  ]
}

function findComposeFaults(services: Record<string, Service>): string[] {
  const ours = Object.entries(services).filter(([, { image }]) => image?.includes('bindery'))
  const builders = ours.filter(([, { build }]) => build !== undefined).map(([name]) => name)
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
  const fixed = published.filter(([, port]) => !/:\$\{\w+_PORT:-\d+\}:/.test(port ?? ''))
  const endless = Object.entries(services).filter(([, { logging }]) => logging?.options?.['max-size'] === undefined)
  const unbounded = ours.filter(([, { tmpfs = [] }]) => !tmpfs.every((one) => /:.*size=\d+m/.test(one)))
  const { host, api, s3 } = services
  return [
    ...(builders.length === 1 ? [] : [`compose.yaml builds the image once for each of ${builders.join(', ')}`]),
    ...fixed.map(([name, port]) => `compose.yaml: the port of ${name} cannot be changed (${port})`),
    ...endless.map(([name]) => `compose.yaml: the log of ${name} grows for ever`),
    ...unbounded.map(([name]) => `compose.yaml: /tmp of ${name} may take all memory`),
    ...(host?.env_file && host.env_file !== api?.env_file
      ? []
      : ['compose.yaml: a setting of the host starts api and worker anew']),
    ...(/FOLLOW_URL/.test(String(host?.entrypoint))
      ? []
      : ['compose.yaml: a host without a site ends again and again']),
    ...(/--quiet/.test(String(s3?.entrypoint)) ? [] : ['compose.yaml: the S3 server logs every signed link']),
  ]
}

function isTrappedFirst(smoke: string): boolean {
  const lines = smoke.split('\n')
  const trap = lines.findIndex((line) => line.startsWith('trap '))
  const first = lines.findIndex((line) => /^(?:\(commit_docs\)|fill_secrets$|deploy\/|compose up)/.test(line))
  return trap !== -1 && trap < first
}

/** Secrets are for one pair of eyes, and the services of a developer do not read them. */
async function findSettingsFaults(root: string): Promise<string[]> {
  const [setup, environment] = await Promise.all(
    ['deploy/compose/setup', 'deploy/local/environment.sh'].map((path) =>
      readFile(join(root, path), 'utf8').catch(() => ''),
    ),
  )
  const mode = await stat(join(root, '.env')).then(
    ({ mode }) => mode & 0o077,
    () => 0,
  )
  return [
    ...(/^umask 077$/m.test(setup ?? '') ? [] : ['Nothing writes .env so that only its owner may read it']),
    ...(mode === 0 ? [] : ['.env can be read by others. Run: chmod 600 .env']),
    ...(/\$clone\/\.env\b/.test(environment ?? '') ? ['The services of a developer read the product’s .env'] : []),
  ]
}
