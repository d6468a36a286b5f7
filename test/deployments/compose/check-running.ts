import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { composeProject, type Product } from './follow-readme.ts'

const execute = promisify(execFile)
const imageLimit = 350

/** What only a running installation shows. */
export async function findRunningFaults({ shell }: Product): Promise<{ faults: string[]; imageMegabytes: number }> {
  const imageMegabytes = Math.round(Number(await shell("docker image inspect --format '{{.Size}}' bindery")) / 1e6)
  const inApi = (line: string) => shell(`docker compose exec -T api ${line}`)
  const logs = await shell(
    "docker inspect --format '{{.Name}} {{json .HostConfig.LogConfig}}' $(docker compose ps --all --quiet)",
  )
  const tools = await inApi("sh -c 'command -v npm npx yarn perl5 || true'")
  const demo = await inApi(
    "find /app -name node_modules -prune -o -regex '.*\\(demo\\|serve-git\\|model-server\\).*' -print",
  )
  const temporary = await inApi('df --block-size=1M --output=size /tmp')
  const s3 = await shell('docker compose logs s3')
  return {
    imageMegabytes,
    faults: [
      ...(imageMegabytes <= imageLimit ? [] : [`The image has ${imageMegabytes} MB; the limit is ${imageLimit}.`]),
      ...logs
        .trim()
        .split('\n')
        .filter((line) => !line.includes('"max-size"'))
        .map((line) => `The log grows for ever: ${line}`),
      ...(tools.trim() === '' ? [] : [`The image has ${tools.trim()}.`]),
      ...(demo.trim() === '' ? [] : [`The image has parts of the demo: ${demo.trim()}`]),
      ...(Number(temporary.trim().split('\n').at(-1)) <= 512 ? [] : ['/tmp has no bound.']),
      ...(/X-Amz-Signature|GET \//.test(s3) ? ['The S3 server logs requests.'] : []),
    ],
  }
}

/** Of the project, after `down --volumes`. */
export async function listLeftovers(): Promise<string[]> {
  const filter = ['--filter', `label=com.docker.compose.project=${composeProject}`, '--quiet']
  const kinds = { container: ['ps', '--all'], volume: ['volume', 'ls'], network: ['network', 'ls'] }
  const lists = Object.entries(kinds).map(async ([kind, command]) => {
    const { stdout } = await execute('docker', [...command, ...filter])
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((id) => `${kind} ${id}`)
  })
  return (await Promise.all(lists)).flat()
}
