// Writes src/routeTree.gen.ts from src/routes, as the Vite plugin does while it runs.
// The file is not committed, so that two people adding a screen never meet in it.
import { Generator, getConfig } from '@tanstack/router-generator'

const root = process.cwd()
await new Generator({ config: getConfig({}, root), root }).run()
