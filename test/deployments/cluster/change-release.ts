import { kubectl, namespace, readObject, refusalOf, release } from './tools.ts'

interface Workers {
  spec: { replicas: number }
}

/** What the chart looks up in the cluster, which no rendering shows. Each is a fault in a sentence. */
export async function findChangeFaults(settings: string[]): Promise<string[]> {
  return [
    ...(await changeVolume(settings)),
    ...(await scaleWorkers(settings)),
    ...(await switchScaler(settings)),
    ...(await changePassword()),
  ]
}

async function changeVolume(settings: string[]): Promise<string[]> {
  const refusal = await refusalOf(release('upgrade', [...settings, 'host.volume.size=6Gi']))
  return refusal.includes('host.volume.size is 6Gi, and the volumes of bindery-host have 5Gi')
    ? []
    : [`Another volume size was met with: ${refusal || 'nothing'}`]
}

/** As an autoscaler does; the next upgrade must not take it back. */
async function scaleWorkers(settings: string[]): Promise<string[]> {
  await kubectl(['--namespace', namespace, 'scale', 'deployment/bindery-worker', '--replicas=3'])
  await release('upgrade', settings)
  const { spec } = await readObject<Workers>('deployment/bindery-worker')
  return spec.replicas === 3 ? [] : [`Of 3 workers that the autoscaler asked for, an upgrade left ${spec.replicas}.`]
}

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: scaledobjects.keda.sh }
spec:
  group: keda.sh
  scope: Namespaced
  names: { kind: ScaledObject, plural: scaledobjects, singular: scaledobject }
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`

/** KEDA comes and goes: by its definition alone, since only what the chart makes of it is asked here. */
async function switchScaler(settings: string[]): Promise<string[]> {
  await kubectl(['apply', '--filename', '-'], definition)
  await kubectl(['wait', 'crd/scaledobjects.keda.sh', '--for=condition=Established', '--timeout=60s'])
  await release('upgrade', settings)
  const withKeda = await listScalers()
  await release('upgrade', [...settings, 'worker.autoscaling.by=cpu'])
  const without = await listScalers()
  await kubectl(['delete', 'crd/scaledobjects.keda.sh'])
  return [
    ...(withKeda === 'ScaledObject' ? [] : [`With KEDA the workers are scaled by: ${withKeda}.`]),
    ...(without === 'HorizontalPodAutoscaler' ? [] : [`After KEDA the workers are scaled by: ${without}.`]),
  ]
}

async function listScalers(): Promise<string> {
  const { items } = await readObject<{ items: { kind: string }[] }>('scaledobject,horizontalpodautoscaler')
  return items.map(({ kind }) => kind).join(' and ')
}

/** What the Job that migrates would print after somebody has changed the password of the database. */
async function changePassword(): Promise<string[]> {
  const wrong = 'DATABASE_URL=postgres://bindery:wrong@postgres.backing.svc.cluster.local:5432/bindery'
  const migrate = ['env', wrong, 'bindery-server', 'migrate']
  const printed = await refusalOf(
    kubectl(['--namespace', namespace, 'exec', 'deployment/bindery-api', '--', ...migrate]),
  )
  const isPlain = printed.includes('password') && !/^\s+at /m.test(printed)
  return isPlain ? [] : [`A wrong password of the database was met with: ${printed || 'nothing'}`]
}
