import { createPrivateKey } from 'node:crypto'
import type { GitCredential } from '../../git/git-environment.ts'
import type { GithubApp } from '../../git/hosts/mint-app-token.ts'
import { OperatorError } from '../operator-error.ts'

/** How a project gets at its repository: by a token, or by an App that is given tokens. */
export type StoredCredential = GitCredential | GithubApp

export function isGithubApp(credential: StoredCredential): credential is GithubApp {
  return 'kind' in credential
}

/** What may stand in no page, answer or log. */
export function secretOf(credential: StoredCredential): string {
  return isGithubApp(credential) ? credential.privateKey : credential.secret
}

export function checkCredential(credential: StoredCredential): void {
  if (isGithubApp(credential)) checkApp(credential)
  else if (/[\p{Cc}]/u.test(credential.secret) || credential.secret === '') {
    throw new OperatorError('The credential is empty or has control characters. Give one line with the token alone.')
  }
}

function checkApp({ appId, installationId, privateKey }: GithubApp): void {
  if (!/^[\w.-]{1,100}$/.test(appId) || !/^\d{1,20}$/.test(installationId)) {
    throw new OperatorError("An App is named by its id and its installation's, such as 123456 and 7890123.")
  }
  if (!isRsaKey(privateKey)) {
    throw new OperatorError(
      'The private key cannot be read. Give the PEM file that GitHub made for the App, unchanged.',
    )
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
