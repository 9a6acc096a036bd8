/** The texts of a feature in one language, as its file has them: texts by key, in objects as deep as the keys are. */
type Texts = Record<string, unknown>

const PLURAL = /_(zero|one|two|few|many|other)$/

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/**
 * The texts with the English one for each that is missing or empty. A text with a plural form in its own language needs no
 * other of English.
 */
export function withEnglish(texts: Texts, english: Texts): Texts {
  const known = new Set(Object.keys(texts).map((key) => key.replace(PLURAL, '')))
  const filled: Texts = { ...texts }
  for (const [key, inEnglish] of Object.entries(english)) {
    const own = texts[key]
    if (isTexts(inEnglish)) {
      filled[key] = withEnglish(isTexts(own) ? own : {}, inEnglish)
    } else if (own === '' || (own === undefined && !known.has(key.replace(PLURAL, '')))) {
      filled[key] = inEnglish
    }
  }
  return filled
}
