import { parseAllDocuments } from 'yaml'

/** As much of a manifest as is looked at. */
export interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string>; labels?: Record<string, string> }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    template?: PodTemplate
    jobTemplate?: { spec: { template: PodTemplate } }
    egress?: { ports?: { port: number | string; protocol?: string }[] }[]
  }
}

interface PodTemplate {
  spec: PodSpec
}

export interface PodSpec {
  automountServiceAccountToken?: boolean
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } }
  containers: Container[]
  volumes?: { name?: string; secret?: { secretName: string }; emptyDir?: { sizeLimit?: string } }[]
}

export interface Container {
  name: string
  args: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string } } }[]
  envFrom?: { configMapRef: { name: string } }[]
  securityContext?: {
    readOnlyRootFilesystem?: boolean
    allowPrivilegeEscalation?: boolean
    capabilities?: { drop: string[] }
  }
  resources?: { requests?: object; limits?: { memory?: string } }
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => (document.toJS() as Manifest | null) ?? [])
}

export function podOf({ spec }: Manifest): PodSpec | undefined {
  return spec?.template?.spec ?? spec?.jobTemplate?.spec.template.spec
}
