import { readSampleLanguage, type SampleLanguage, sampleLanguages } from '../model/api/sample-languages.ts'
import type { ApiExamples, ApiParams } from '../model/site-config.ts'
import type { Cursor } from './cursor.ts'
import { optional } from './optional.ts'

// Each key is looked for in every schema, and each language is written for every operation.
const most = { marks: 20, languages: 20 }

/** How the fields of an API are shown. */
export function readParams(cursor: Cursor): ApiParams {
  const post = cursor.at('post')
  return {
    ...optional('expanded', cursor.at('expanded').oneOf<'all' | 'closed'>(['all', 'closed'])),
    ...(post.present && { post: post.list(most.marks).flatMap((item) => item.text() ?? []) }),
  }
}

/** What requests are shown. */
export function readExamples(cursor: Cursor): ApiExamples {
  const languages = cursor.at('languages')
  return {
    ...(languages.present && { languages: [...new Set(languages.list(most.languages).flatMap(readLanguage))] }),
    ...optional('defaults', cursor.at('defaults').oneOf<'required' | 'all'>(['required', 'all'])),
    ...(cursor.at('autogenerate').value === false && { written: true }),
  }
}

function readLanguage(cursor: Cursor): SampleLanguage[] {
  const text = cursor.text()
  const language = text === undefined ? undefined : readSampleLanguage(text)
  if (text !== undefined && language === undefined) {
    cursor.advise(`No request is written in “${text}”.`, `Use one of: ${sampleLanguages.join(', ')}.`)
  }
  return language === undefined ? [] : [language]
}
