/** 32 hexadecimal digits. `crypto.randomUUID` is missing in older in-app browsers and on plain HTTP. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * As `randomKey`, but begins with the milliseconds since 1970. Keys of about the same time stand together in an index of
 * the server, so that many registrations change few of its pages. Twenty digits are random.
 */
export const timedKey = (now: number) => now.toString(16).padStart(12, '0') + randomKey().slice(12)
