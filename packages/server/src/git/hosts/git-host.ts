import { z } from 'zod'

/** Forgejo speaks as Gitea does. */
export type GitHostKind = 'github' | 'gitlab' | 'gitea'

export interface PullRequest {
  /** What was pushed. */
  branch: string
  /** The branch that it is for. */
  into: string
  title: string
  body: string
}

export interface OpenedPullRequest {
  /** For people. */
  url: string
  number: number
}

export interface GitHost {
  /** The open one of this branch, or a new one. Fails with a `HostError`. */
  findOrCreatePullRequest(request: PullRequest, signal: AbortSignal): Promise<OpenedPullRequest>
  /** Fails with a `HostError` where the credential could not open one. Changes nothing. */
  checkAccess(signal: AbortSignal): Promise<void>
}

/** What one kind of host has to know how to do. */
export interface PullRequests {
  find(request: PullRequest, signal: AbortSignal): Promise<OpenedPullRequest | undefined>
  /** Nothing if the host says that there is one already. */
  create(request: PullRequest, signal: AbortSignal): Promise<OpenedPullRequest | undefined>
  /** Whether the credential may write, as far as the host says; fails where it may not even look. */
  mayWrite(signal: AbortSignal): Promise<boolean | undefined>
}

/** It becomes a link on pages of ours, so it must lead to a web site. */
export const webUrl = z.url({ protocol: /^https?$/ })
