/** The theme's own words. Authors' content brings its own language; these are what stands around it. */
export interface Words {
  copy: string
  copied: string
  linkToSection: string
  note: string
  tip: string
  info: string
  warning: string
  danger: string
  check: string
  required: string
  deprecated: string
  default: string
  childAttributes: string
  prompt: string
  showPrompt: string
  showMore: string
  done: string
  toDo: string
}

export const englishWords: Words = {
  copy: 'Copy',
  copied: 'Copied',
  linkToSection: 'Link to this section',
  note: 'Note',
  tip: 'Tip',
  info: 'Info',
  warning: 'Warning',
  danger: 'Danger',
  check: 'Check',
  required: 'required',
  deprecated: 'deprecated',
  default: 'default:',
  childAttributes: 'Child attributes',
  prompt: 'Prompt',
  showPrompt: 'Show prompt',
  showMore: 'Show all lines',
  done: 'done',
  toDo: 'to do',
}
