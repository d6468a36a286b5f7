/** Render processes run the file that the build joins: without this they would, after a bare `tsc -b`, run the one before. */
export default async function joinBuiltModules(): Promise<void> {
  await import('../join-processes.ts')
}
