import dayjs from 'dayjs'
import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import type auth from '~/locales/en/auth.json'
import type checkin from '~/locales/en/checkin.json'
import type committees from '~/locales/en/committees.json'
import type common from '~/locales/en/common.json'
import type dataRequests from '~/locales/en/dataRequests.json'
import type eventHome from '~/locales/en/eventHome.json'
import type events from '~/locales/en/events.json'
import type groupEvents from '~/locales/en/groupEvents.json'
import type groups from '~/locales/en/groups.json'
import type guides from '~/locales/en/guides.json'
import type invitationCodes from '~/locales/en/invitationCodes.json'
import type invoices from '~/locales/en/invoices.json'
import type licenses from '~/locales/en/licenses.json'
import type luckyDraw from '~/locales/en/luckyDraw.json'
import type messages from '~/locales/en/messages.json'
import type money from '~/locales/en/money.json'
import type notifications from '~/locales/en/notifications.json'
import type organiserPage from '~/locales/en/organiserPage.json'
import type participants from '~/locales/en/participants.json'
import type plans from '~/locales/en/plans.json'
import type points from '~/locales/en/points.json'
import type posts from '~/locales/en/posts.json'
import type profile from '~/locales/en/profile.json'
import type rollCall from '~/locales/en/rollCall.json'
import type shell from '~/locales/en/shell.json'
import type statistics from '~/locales/en/statistics.json'
import type system from '~/locales/en/system.json'
import type tickets from '~/locales/en/tickets.json'
import type webhooks from '~/locales/en/webhooks.json'
import { calendarNames } from './calendarNames'
import { formatsOf } from './formats'
import { LANGUAGES, type Language, languageOf, storedLanguage, storeLanguage } from './languages'

/** The application's texts: a key begins with the name of its feature, whose texts are loaded with its screens. */
interface Texts {
  auth: typeof auth
  checkin: typeof checkin
  committees: typeof committees
  common: typeof common
  dataRequests: typeof dataRequests
  eventHome: typeof eventHome
  events: typeof events
  groupEvents: typeof groupEvents
  groups: typeof groups
  guides: typeof guides
  invitationCodes: typeof invitationCodes
  invoices: typeof invoices
  licenses: typeof licenses
  luckyDraw: typeof luckyDraw
  messages: typeof messages
  money: typeof money
  notifications: typeof notifications
  organiserPage: typeof organiserPage
  participants: typeof participants
  plans: typeof plans
  points: typeof points
  posts: typeof posts
  profile: typeof profile
  rollCall: typeof rollCall
  shell: typeof shell
  statistics: typeof statistics
  system: typeof system
  tickets: typeof tickets
  webhooks: typeof webhooks
}

export type Feature = keyof Texts

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts }
  }
}

export const language = () => languageOf(i18next.language)

export const formats = () => formatsOf(language())

function announce() {
  document.documentElement.lang = language()
  dayjs.locale(language(), calendarNames(LANGUAGES[language()].locale))
}

i18next.on('languageChanged', announce)

void i18next.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
})

const FILES = import.meta.glob<object>(
  ['../locales/*/*.json', '!../locales/*/{publicPage,landing,common,shell,auth,guides}.json'],
  { import: 'default' },
)

/**
 * The texts of the frame, of the way to the guides and of the screens before the login come with the program: they need
 * not be loaded.
 */
const AT_HAND = import.meta.glob<object>('../locales/*/{common,shell,auth,guides}.json', {
  import: 'default',
  eager: true,
})
for (const [path, texts] of Object.entries(AT_HAND)) {
  const [code = '', feature = ''] = path.replace('.json', '').split('/').slice(-2)
  i18next.addResourceBundle(code, 'translation', { [feature]: texts }, true)
}

/** The features whose texts the screens so far use. */
const needed = new Set<Feature>()

/** Loads missing texts of a language; undefined if none are missing. */
function load(code: Language): Promise<unknown> | undefined {
  const missing = [...needed].filter((feature) => !i18next.getResource(code, 'translation', feature))
  if (missing.length === 0) return undefined
  const files = missing.map(async (feature) => {
    const texts = await FILES[`../locales/${code}/${feature}.json`]?.()
    i18next.addResourceBundle(code, 'translation', { [feature]: texts }, true)
  })
  return Promise.all(files)
}

/** To be awaited before a screen that uses the features' texts is shown. */
export function loadTexts(features: readonly Feature[] = []) {
  for (const feature of features) needed.add(feature)
  return load(language())
}

/** Changes the language once its texts are loaded; if they cannot be loaded, nothing changes. */
export function chooseLanguage(next: Language) {
  const change = () => {
    storeLanguage(next)
    void i18next.changeLanguage(next)
  }
  const loading = load(next)
  if (loading) void loading.then(change, () => undefined)
  else change()
}

/**
 * Texts and formats of another language than the user's, for things handed to another person. While they are loaded,
 * and if they cannot be, those of the user's.
 */
export function useTextsOf(code: Language) {
  const [loaded, setLoaded] = useState<Language>()
  useEffect(() => {
    let isWanted = true
    const done = () => {
      if (isWanted) setLoaded(code)
    }
    Promise.resolve(load(code)).then(done, () => undefined)
    return () => {
      isWanted = false
    }
  }, [code])
  const spoken = loaded === code ? code : language()
  return { t: i18next.getFixedT(spoken), lang: spoken, formats: formatsOf(spoken) }
}

/** Texts outside of components (toasts, errors). Inside components use `useTranslation()`. */
export const t = i18next.t
