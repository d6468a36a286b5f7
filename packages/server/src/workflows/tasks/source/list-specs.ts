import { listRemoteSpecs } from '@bindery/site'

// As many as are fetched.
const most = 50

export async function listSpecs({ root }: { root: string }): Promise<string[]> {
  return (await listRemoteSpecs(root)).slice(0, most)
}
