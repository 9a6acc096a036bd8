/** The nonce in the page for style elements made at run time; undefined in development. */
export function cspNonce(): string | undefined {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return value === '__CSP_NONCE__' ? undefined : value
}
