/** The product, installed by whatever means. */
export interface Installation {
  /** Of the API. */
  url: string
  git: { url: string; token: string }
  /** The operator's command. */
  admin<Answer>(args: string[], input?: string): Promise<Answer>
  /** Runs on the git host, which has our `deploy` folder at /deploy and keeps repositories in /var/lib/bindery. */
  runOnGitHost(command: string[]): Promise<string>
  /** Replaces every process by those of this release; they serve when it resolves. */
  use(release: Release): Promise<void>
}

export type Release = 'old' | 'new'
