/** 32 hexadecimal digits. `crypto.randomUUID` is missing in older in-app browsers and on plain HTTP. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
