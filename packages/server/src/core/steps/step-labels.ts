/** Every step of a job: its name in the database, and what people read. */
export const stepLabels = {
  begin: 'Start',
  'fetch-source': 'Fetch the repository',
  plan: 'Plan the site',
  'keep-chunks': 'Reuse unchanged pages',
  render: 'Render pages',
  record: 'Count pages',
  finish: 'Check and pack',
  publish: 'Publish',
  archive: 'Write the bundle',
  'compare-addresses': 'Compare with the published site',
  complete: 'Complete',
  fail: 'Record the failure',
  'fetch-base': 'Fetch the branch',
  ask: 'Ask the model',
  use: 'Use a tool',
  check: 'Check the site',
  push: 'Push the branch',
  'open-pull-request': 'Open the pull request',
  clear: 'Delete temporary files',
} as const

export type StepName = keyof typeof stepLabels

/** A step that is not in the list has been renamed since it ran. */
export function labelStep(name: string): string {
  return stepLabels[name as StepName] ?? name
}
