/** The login in the page that the server sends, `login.html`: it can be filled in before the application has begun. */

/** The event of the form when the application is to take its place. */
export const LEFT = 'left'

/** Undefined on every other page, and once the application shows something. */
export const pageLogin = () => document.querySelector<HTMLFormElement>('#first form') ?? undefined

/** Runs at once, or when the login in the page is left. */
export function afterPageLogin(begin: () => void) {
  const login = pageLogin()
  if (login && login.dataset.left === undefined) login.addEventListener(LEFT, begin, { once: true })
  else begin()
}

/** The values typed into it, whether it was sent, and whether the focus is on its languages. */
export function typedIntoPage() {
  const login = pageLogin()
  if (!login) return undefined
  const input = (name: string) => login.querySelector<HTMLInputElement>(`#first-${name}`)
  return {
    values: {
      email: input('email')?.value ?? '',
      password: input('password')?.value ?? '',
      remember: input('remember')?.checked ?? true,
    },
    isSent: login.dataset.sent !== undefined,
    isLanguageFocused: document.activeElement?.closest('.first-languages') != null,
  }
}

/** Once the application's own has taken its place, so that it is not sent a second time. */
export const forgetPageLogin = () => pageLogin()?.remove()
