/** A name as it is compared: people type it without capitals, and a Vietnamese letter has several forms. */
const compared = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('vi')

/** Whether this is the name that has to be typed before something is lost for good. */
export const isTypedName = (typed: string, name: string) => compared(typed) === compared(name)
