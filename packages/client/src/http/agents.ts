import { type AgentOptions, globalAgent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

// NODE_USE_ENV_PROXY and `--use-env-proxy` set this on Node's own agent; authorities come from NODE_EXTRA_CA_CERTS.
const { proxyEnv } = (globalAgent as unknown as { options: AgentOptions }).options

// Each request has a connection of its own: one that stood idle may be closed in the moment in which it is used again.
const options: AgentOptions = { keepAlive: false, proxyEnv }

export const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
