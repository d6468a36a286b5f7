const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g

/** `{{name}}` becomes the value that docs.json gives it; unknown names stay as they are. */
export function replaceVariables(text: string, variables: Readonly<Record<string, string>>): string {
  if (!text.includes('{{')) return text
  return text.replace(placeholder, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? '') : whole,
  )
}
