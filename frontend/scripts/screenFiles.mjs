// The files that each screen needs beside the page's own, so that `start.ts` fetches them beside the application, which
// would ask for them only when it runs.
import { runnerImport } from 'vite'

const TEXTS = /\/src\/locales\/\w+\/(\w+)\.json$/

/**
 * Returns a row for each screen: the pattern of its path, then its files. The first row that matches a path counts, so
 * fixed words stand before variables. Files of one language have it in their name. `filesOf` returns the files that parts
 * of the manifest need together; `output` has the files that the build has written, with their modules.
 */
export async function screenFiles(manifest, output, filesOf) {
  const { SCREEN_TEXTS } = (await runnerImport('./src/lib/screenTexts.ts')).module
  const own = new Set(filesOf(['index.html']))
  const frame = Object.keys(manifest).find((key) => manifest[key].name === 'frame')
  const textsOf = (feature) =>
    output.filter(({ moduleIds = [] }) => moduleIds.some((id) => TEXTS.exec(id)?.[1] === feature))
  /** The parts of the manifest by route. Screens that stand in the frame have none of their own. */
  const parts = new Map()
  for (const key of Object.keys(manifest)) {
    const [, route] = /^src\/routes\/(.*)\.tsx\?/.exec(key) ?? []
    if (route !== undefined) parts.set(`/${route.replace(/(^|\/)index$/, '$1')}`, key)
  }
  const filesOfScreen = (id) => {
    const part = parts.get(id)
    const texts = (SCREEN_TEXTS[id] ?? []).flatMap(textsOf).map(({ fileName }) => fileName)
    return [...new Set([...filesOf(part ? [frame, part] : [frame]), ...texts])].filter(
      (file) => !own.has(file),
    )
  }
  return [...new Set([...parts.keys(), ...Object.keys(SCREEN_TEXTS)])]
    .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .map((id) => [patternOf(id), ...filesOfScreen(id)])
}

/** Sorts fixed words before variables, and those before the rest of a path. */
const rank = (id) => id.replace(/\$(\w*)/g, (_, name) => (name ? '\ufffe' : '\uffff'))

/** The pattern of the paths of a route. */
const patternOf = (id) => `^${id.replace(/\/$/, '').replace(/\/\$$/, '(/.*)?').replace(/\$\w+/g, '[^/]+')}/?$`
