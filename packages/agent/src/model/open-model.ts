import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { guardFetch } from './guard-fetch.ts'

export interface ModelSettings {
  provider: 'anthropic' | 'openai' | 'openai-compatible'
  model: string
  /** With the version in it, as in `https://models.example.com/v1`. */
  baseUrl?: string
  apiKey?: string
  /** Of one answer; for models that can write less than the editor would ask for. */
  maxOutputTokens?: number
}

export interface Model {
  language: LanguageModel
  host: string
  apiKey: string
  maxOutputTokens: number
}

const publicAddress = { anthropic: 'https://api.anthropic.com/v1', openai: 'https://api.openai.com/v1' }

/**
 * Address and key are always given: left out, the libraries would look for them in the environment of the process. The
 * way there is given too: who asks knows the proxy, the authorities, and what may be asked at all.
 */
export function openModel(settings: ModelSettings & { fetch: typeof fetch }): Model {
  const { provider, model, apiKey = '', maxOutputTokens = Number.POSITIVE_INFINITY } = settings
  const baseURL = settings.baseUrl ?? (provider === 'openai-compatible' ? undefined : publicAddress[provider])
  if (!baseURL) throw new Error('A model of an openai-compatible endpoint needs its address: set baseUrl.')
  const options = { baseURL: baseURL.replace(/\/+$/, ''), fetch: guardFetch(settings.fetch) }
  return { language: openProvider(), host: new URL(baseURL).host, apiKey, maxOutputTokens }

  function openProvider(): LanguageModel {
    switch (provider) {
      case 'anthropic':
        return createAnthropic({ ...options, apiKey })(model)
      case 'openai':
        return createOpenAI({ ...options, apiKey })(model)
      case 'openai-compatible':
        return createOpenAICompatible({ ...options, ...(apiKey && { apiKey }), name: 'endpoint' })(model)
    }
  }
}
