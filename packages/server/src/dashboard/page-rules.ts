/** What may become of a page that is not valid MDX. */
export const pageRules = [
  { value: 'lenient', label: 'Show what can be read, and report an error' },
  { value: 'strict', label: 'Fail the export' },
] as const
