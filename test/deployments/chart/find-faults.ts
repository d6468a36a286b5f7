import { parse } from 'yaml'
import type { KnownSettings } from './known-settings.ts'
import { type Container, type Manifest, type PodSpec, podOf } from './rendered.ts'

/** What the schemas of Kubernetes allow and we do not: pods that may do more than they need, settings that nobody reads. */
export function findFaults(manifests: Manifest[], known: KnownSettings): string[] {
  return manifests.flatMap((manifest) => {
    const pod = podOf(manifest)
    const faults = [
      ...(pod ? [...findPodFaults(pod), ...findDiskFaults(pod)] : []),
      ...(pod?.containers.flatMap((container) => findUnknownVariables(container, manifests, known)) ?? []),
      ...findUnknownHostSettings(manifest.stringData?.['host.yaml'], known),
      ...findPolicyFaults(manifest),
      ...findHandoverFaults(manifest),
    ]
    return faults.map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`)
  })
}

function findPodFaults({ automountServiceAccountToken, securityContext: pod, containers }: PodSpec): string[] {
  const rules: [boolean | undefined, string][] = [
    [automountServiceAccountToken === false, 'is given a token of the cluster'],
    [pod?.runAsNonRoot && (pod.runAsUser ?? 0) > 0, 'may run as root'],
    [pod?.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    ...containers.flatMap(({ securityContext: own, resources }): [boolean | undefined, string][] => [
      [own?.readOnlyRootFilesystem, 'may write to its root'],
      [own?.allowPrivilegeEscalation === false, 'may gain privileges'],
      [own?.capabilities?.drop.includes('ALL'), 'keeps capabilities'],
      [resources?.requests && resources.limits?.memory !== undefined, 'has no bound on its memory'],
    ]),
  ]
  return rules.flatMap(([isKept, fault]) => (isKept ? [] : [fault]))
}

const budget = 'BINDERY_WORKER_CACHE_BYTES'
const units: Record<string, number> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
}

/** A pod whose volume is full is evicted with all that it works on: what a worker may write must stay well below. */
function findDiskFaults({ containers, volumes = [] }: PodSpec): string[] {
  const worker = containers.find(({ args }) => args[0] === 'worker')
  if (!worker) return []
  const mayWrite = Number(worker.env?.find(({ name }) => name === budget)?.value)
  const limit = volumes.find(({ name }) => name === 'cache')?.emptyDir?.sizeLimit ?? ''
  const [, number, unit = ''] = /^([\d.]+)(\w*)$/.exec(limit) ?? []
  const share = mayWrite / (Number(number) * (units[unit] ?? 1))
  return share > 0.5 && share <= 0.8 ? [] : [`may write ${mayWrite} bytes to a volume of ${limit}`]
}

function findUnknownVariables(container: Container, manifests: Manifest[], known: KnownSettings): string[] {
  const maps = container.envFrom?.map(({ configMapRef }) => configMapRef.name) ?? []
  const fromMaps = manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && maps.includes(metadata.name))
  const names = [
    ...(container.env ?? []).map(({ name }) => name),
    ...fromMaps.flatMap(({ data }) => Object.keys(data ?? {})),
  ]
  return findUnknown(container.args[0], names, known)
}

/** Node's own variable for a private authority is known to every program. */
export function findUnknown(role: string | undefined, names: string[], known: KnownSettings): string[] {
  const ofRole = role === 'host' ? known.host.variables : role === 'bindery' ? known.cli : known.server
  return names
    .filter((name) => !ofRole.has(name) && name !== 'NODE_EXTRA_CA_CERTS')
    .map((name) => `${role} does not read ${name}`)
}

function findUnknownHostSettings(text: string | undefined, { host }: KnownSettings): string[] {
  if (text === undefined) return []
  const listNames = (values: object, prefix = ''): string[] =>
    Object.entries(values).flatMap(([name, value]) => {
      const isGroup = typeof value === 'object' && !Array.isArray(value) && !host.names.has(`${prefix}${name}`)
      return isGroup ? listNames(value, `${prefix}${name}.`) : [`${prefix}${name}`]
    })
  const unknown = listNames(parse(text)).filter((name) => !host.names.has(name))
  return unknown.map((name) => `the host has no setting ${name}`)
}

/** A cluster's DNS listens at 53, OpenShift's at 5353; and what a Job before the release needs must be there before it. */
function findPolicyFaults({ kind, metadata, spec }: Manifest): string[] {
  if (kind !== 'NetworkPolicy') return []
  const open = new Set(
    (spec?.egress ?? []).flatMap(({ ports = [] }) => ports.map(({ port, protocol }) => `${port}/${protocol}`)),
  )
  const closed = ['53/UDP', '53/TCP', '5353/UDP', '5353/TCP'].filter((port) => !open.has(port))
  const { annotations = {}, labels = {} } = metadata
  const isEarly =
    annotations['helm.sh/hook'] === 'pre-install,pre-upgrade' && Number(annotations['helm.sh/hook-weight']) < 0
  const isLate = labels['app.kubernetes.io/component'] === 'migrate' && !isEarly
  return [...closed.map((port) => `closes DNS at ${port}`), ...(isLate ? ['comes after the Job that needs it'] : [])]
}

/** KEDA refuses a workload that another autoscaler still has, which is removed only after this is made. */
function findHandoverFaults({ kind, metadata }: Manifest): string[] {
  const isAllowed = metadata.annotations?.['validations.keda.sh/hpa-ownership'] === 'false'
  return kind === 'ScaledObject' && !isAllowed ? ['cannot take over from an autoscaler by processor'] : []
}
