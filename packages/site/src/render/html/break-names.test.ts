import { expect, test } from 'vitest'
import { breakNames } from './break-names.ts'

test.each([
  ['ImagePromptMessageContent', 'Image<wbr>Prompt<wbr>Message<wbr>Content'],
  ['the run.log_artifact_of_a_run method', 'the run.<wbr>log_<wbr>artifact_<wbr>of_<wbr>a_<wbr>run method'],
  ['a <b> & RatherLongNameInText "', 'a &lt;b&gt; &amp; Rather<wbr>Long<wbr>Name<wbr>In<wbr>Text &quot;'],
  ['Short names stay, likeThisOne', 'Short names stay, likeThisOne'],
  ['antidisestablishmentarianism', 'antidisestablishmentarianism'],
])('%s', (text, expected) => {
  expect(breakNames(text).text).toBe(expected)
})
