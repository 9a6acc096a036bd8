/** Order matters: Edge, Opera, Zalo and Facebook call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/Zalo/, 'Zalo'],
  [/FBA[NV]/, 'Facebook'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/coc_coc/i, 'Cốc Cốc'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (names: [RegExp, string][], text: string) => names.find(([mark]) => mark.test(text))?.[1]

/** Guesses browser and system from a `User-Agent`, only to help users recognise their own devices. */
export const deviceOf = (userAgent: string) => ({
  browser: first(BROWSERS, userAgent),
  system: first(SYSTEMS, userAgent),
})
