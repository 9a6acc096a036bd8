import { foldForSearch } from './search'

/** Family names that nearly all Vietnamese have, folded; the server's imports know the same ones. */
const FAMILY_NAMES = new Set(
  (
    'nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh truong lam mai ' +
    'trinh dao doan luong ha ta to tong quach thai chau tang luu la cao phung kieu van quan ton ' +
    'thach khuat nghiem vuong lai trieu bach au diep danh khong lo ma nong phi tieu tu vi vien'
  ).split(' '),
)

/** Matches a possible syllable of a Vietnamese name, folded: "binh" can, "carter" cannot. */
const SYLLABLE = /^(ngh|ch|gh|gi|kh|ng|nh|ph|qu|th|tr|[bcdghklmnrstvx])?[aeiouy]{1,3}(ch|ng|nh|[cmnpt])?$/

/** Letters, also with an apostrophe, hyphen or point between or after them. */
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u

/**
 * Where the given name stands in a name of several words, as far as its form tells: last in a Vietnamese name, which
 * begins with a family name; first in one with a word that is no Vietnamese syllable, and in one that ends with a
 * Vietnamese family name. Null for others, and for what is no name.
 */
export function givenNameAt(name: string): 'first' | 'last' | null {
  const words = name.trim().split(/\s+/)
  if (words.length < 2 || !words.every((word) => WORD.test(word))) return null
  const folded = words.map(foldForSearch)
  const isFamily = (word: string | undefined) => FAMILY_NAMES.has(word ?? '')
  if (isFamily(folded[0])) return 'last'
  return isFamily(folded.at(-1)) || !folded.every((word) => SYLLABLE.test(word)) ? 'first' : null
}
