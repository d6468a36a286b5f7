import type { CommandFacts, OptionFacts } from './describe-commands.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** A script that completes commands, options and their fixed values; everything else is a file. */
export function writeCompletion(shell: Shell, commands: readonly CommandFacts[]): string {
  return { bash: writeBash, zsh: writeZsh, fish: writeFish }[shell](commands)
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const below = (commands: readonly CommandFacts[]) => commands.slice(1).map(({ path }) => quote(path))
const namesOf = (items: readonly { name: string }[]) => quote(items.map(({ name }) => name).join(' '))

interface Choice {
  /** The command and the option, as they stand before the value. */
  before: string
  values: readonly string[]
}

function listChoices(commands: readonly CommandFacts[]): Choice[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ name, choices }) =>
      choices.length > 0 ? [{ before: quote(`${path} ${name}`), values: choices }] : [],
    ),
  )
}

function writeBash(commands: readonly CommandFacts[]): string {
  return `# Completion of bindery for bash. In ~/.bashrc: source <(bindery completion bash)
_bindery() {
  local current=\${COMP_WORDS[COMP_CWORD]} path=bindery words= options= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${below(commands).join(' | ')}) path="$path $word" ;;
    esac
  done
  case $path in
${commands.map(({ path, commands, options }) => `    ${quote(path)}) words=${namesOf(commands)} options=${namesOf(options)} ;;`).join('\n')}
  esac
  [[ $current != -* ]] || words=$options
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${listChoices(commands)
  .map(({ before, values }) => `    ${before}) words=${quote(values.join(' '))} ;;`)
  .join('\n')}
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _bindery bindery
`
}

function writeZsh(commands: readonly CommandFacts[]): string {
  const list = (items: readonly { name: string; description: string }[]) =>
    items.map(({ name, description }) => quote(`${name}:${description}`)).join(' ')
  return `#compdef bindery
# Completion of bindery for zsh. In ~/.zshrc, after compinit: source <(bindery completion zsh)
_bindery() {
  local context=bindery word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$context $word" in
      (${below(commands).join('|')}) context="$context $word" ;;
    esac
  done
  case "$context $words[CURRENT-1]" in
${listChoices(commands)
  .map(({ before, values }) => `    (${before}) compadd -- ${values.join(' ')}; return ;;`)
  .join('\n')}
  esac
  case $context in
${commands.map(({ path, commands, options }) => `    (${quote(path)}) commands=(${list(commands)}) options=(${list(options)}) ;;`).join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe -o option options
  elif (( $#commands )); then
    _describe command commands
  else
    _files
  fi
}
compdef _bindery bindery
`
}

function writeFish(commands: readonly CommandFacts[]): string {
  const lines = commands.flatMap(({ path, commands, options }) => {
    const at = `complete -c bindery -n 'test "$(__bindery_path)" = "${path}"'`
    return [
      ...commands.map(({ name, description }) => `${at} -f -a ${name} -d ${quoteFish(description)}`),
      ...options.map((option) => `${at} ${writeFishOption(option)}`),
    ]
  })
  return `# Completion of bindery for fish: bindery completion fish > ~/.config/fish/completions/bindery.fish
function __bindery_path
    set -l path bindery
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        switch "$path $word"
            case ${below(commands).join(' ')}
                set path "$path $word"
        end
    end
    echo $path
end
${lines.join('\n')}
`
}

function writeFishOption({ name, description, takesValue, choices }: OptionFacts): string {
  const value = choices.length > 0 ? ` -x -a ${quoteFish(choices.join(' '))}` : takesValue ? ' -r' : ''
  return `-l ${name.replace(/^--/, '')}${value} -d ${quoteFish(description)}`
}

/** In fish a quote inside quotes has a backslash before it. */
function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
