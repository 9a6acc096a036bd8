/** Folds case and diacritics as the server's search does, đ included: "Đà Nẵng" → "da nang". */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .trim()
