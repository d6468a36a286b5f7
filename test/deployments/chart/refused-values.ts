export interface RefusedValues {
  what: string
  /** The set that is right but for the one change. */
  set: string
  change: string[]
  /** What the refusal must name. */
  says: RegExp
}

const minimal = (what: string, change: string, says: RegExp): RefusedValues => ({
  what,
  set: 'minimal',
  change: ['--set', change],
  says,
})
const host = (what: string, change: string, says: RegExp): RefusedValues => ({
  what,
  set: 'host-only',
  change: ['--set', change],
  says,
})

/** Mistakes that people make, each of which must be told before anything is installed. */
export const refusedValues: RefusedValues[] = [
  minimal('a name that is not known', 'replicas=3', /additional properties 'replicas'/),
  minimal('a misspelt name inside', 'api.replica=3', /additional properties 'replica'/),
  minimal('no image', 'image.repository=', /image\/repository/),
  minimal('a tag as a digest', 'image.digest=v1', /image\/digest/),
  minimal('a setting that the service does not know', 'server.settings.BINDERY_PUBLIC_ULR=x', /BINDERY_PUBLIC_ULR/),
  minimal('a setting that the chart makes', 'server.settings.BINDERY_PORT=80', /BINDERY_PORT/),
  minimal('a number where text is meant', 'server.settings.BINDERY_LIMIT_SITE_PAGES=5', /want string/),
  minimal('no bucket', 'server.settings.BINDERY_S3_BUCKET=null', /BINDERY_S3_BUCKET/),
  minimal('no database', 'server.secrets.DATABASE_URL=null', /DATABASE_URL/),
  minimal('a secret as plain text', 'server.secrets.BINDERY_CREDENTIAL_KEY=abc', /want object/),
  minimal('a secret among the settings', 'server.settings.BINDERY_MODEL_API_KEY=abc', /BINDERY_MODEL_API_KEY/),
  minimal('a reference without a key', 'server.secrets.BINDERY_CREDENTIAL_KEY.name=x', /missing property 'key'/),
  minimal('a budget that the volume decides', 'server.settings.BINDERY_WORKER_CACHE_BYTES=9', /CACHE_BYTES/),
  minimal('no replicas', 'api.replicas=0', /api\/replicas/),
  minimal('an autoscaler that does not exist', 'worker.autoscaling.by=magic', /autoscaling\/by/),
  minimal('a queue that does not exist', 'worker.autoscaling.waitingPerWorker.mails=1', /mails/),
  minimal('an ingress without a host', 'api.ingress.enabled=true', /ingress\/host/),
  minimal('a port beyond all ports', 'networkPolicy.egressPorts.api={70000}', /egressPorts/),
  minimal('a schedule without a domain', 'publish.enabled=true', /publish\/domain/),
  minimal('a site without a bundle', 'staticExport.enabled=true', /staticExport/),
  host('a version that is a number', 'staticExport.version=2', /staticExport\/version.*want string/s),
  host('a digest of the wrong length', 'staticExport.sha256=abc', /staticExport\/sha256/),
  host('public keys without the domain', 'staticExport.publicKeys={key.pem}', /staticExport\/domain/),
  host(
    'a domain beside the one to follow',
    'staticExport.bundleUrl=,staticExport.domain=a.example,staticExport.follow.domain=a.example',
    /staticExport/,
  ),
  host('a bundle and a service to follow', 'staticExport.follow.domain=docs.example.com', /staticExport/),
  host(
    'a service to follow without a key',
    'staticExport.bundleUrl=,staticExport.follow.domain=a.example',
    /apiKey\/name/,
  ),
  host(
    'one domain and all of them',
    'staticExport.bundleUrl=,staticExport.follow.domain=a.example,staticExport.follow.allDomains=true',
    /staticExport/,
  ),
  host('a sign-in without a method', 'signIn.groups={staff}', /signIn\/groups/),
  host('a sign-in without its provider', 'signIn.method=oidc', /signIn\/issuer/),
  host('a sign-in without its proxy', 'signIn.method=proxy', /signIn\/proxies/),
  host('protected domains on a host of one site', 'signIn.domains.a={staff}', /signIn\/domains/),
  host('public domains and no protected one', 'signIn.public=true', /signIn\/domains/),
  host('a sign-in setting that does not exist', 'signIn.open=true', /additional properties 'open'/),
  host('a field that the spec does not have', 'staticExport.bundleURL=x', /bundleURL/),
  host('a volume without a unit', 'host.volume.size=lots', /volume\/size/),
]
