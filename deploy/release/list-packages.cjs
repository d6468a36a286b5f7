// Run inside the image, which holds no program of ours that could: prints name and version of every npm package below /app.
const { existsSync, readdirSync, readFileSync } = require('node:fs')

function see(folder, found) {
  if (existsSync(`${folder}/package.json`)) {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    found.add(`${name}@${version}`)
  }
  if (existsSync(`${folder}/node_modules`)) walk(`${folder}/node_modules`, found)
  return found
}

function walk(modules, found) {
  for (const name of readdirSync(modules).filter((entry) => !entry.startsWith('.'))) {
    if (!name.startsWith('@')) see(`${modules}/${name}`, found)
    else for (const scoped of readdirSync(`${modules}/${name}`)) see(`${modules}/${name}/${scoped}`, found)
  }
}

const found = see('/app', new Set())
for (const name of readdirSync('/app/packages')) see(`/app/packages/${name}`, found)
console.log(JSON.stringify([...found].sort()))
