import type { GroupRule } from './group-rules.ts'

/** How people may come in, as the operator has configured it. */
export interface SignInSettings {
  /** With a password of ours. */
  local: boolean
  oidc: OidcSettings | undefined
}

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button says. */
  name: string
  /** Whether an address counts as verified without the provider's word for it. */
  trustEmail: boolean
  groupsClaim: string
  groups: GroupRule[]
}
