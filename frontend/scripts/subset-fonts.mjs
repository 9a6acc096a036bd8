// Writes the fonts of the pages: the weights, letters and features that the application uses, without hints for old
// screens, into a folder. A page on a slow line waits for them.
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const [folder] = process.argv.slice(2)
/** Kerning, accents, letters of a language, ligatures, figures of equal width. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum']
const FONTS = {
  roboto: ['@fontsource-variable/roboto/files/roboto', 'wght-normal', { wght: { min: 400, max: 700 } }],
  bricolage: ['@fontsource/bricolage-grotesque/files/bricolage-grotesque', '700-normal', undefined],
}

for (const [name, [path, style, variationAxes]] of Object.entries(FONTS)) {
  for (const alphabet of ['latin', 'vietnamese']) {
    const font = readFileSync(`node_modules/${path}-${alphabet}-${style}.woff2`)
    const part = await subsetFont(font, undefined, {
      targetFormat: 'woff2',
      keepAllGlyphs: true,
      keepFeatures: FEATURES,
      noHinting: true,
      variationAxes,
    })
    writeFileSync(`${folder}/${name}-${alphabet}.woff2`, part)
  }
}
