/** Returns the part of a text that was typed while its beginning was sent, or the whole text if that was changed. */
export const typedSince = (text: string, sent: string) =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
