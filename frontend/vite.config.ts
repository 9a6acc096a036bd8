import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, URL } from 'node:url'
import prefresh from '@prefresh/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import type { Connect, Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { guides } from './scripts/guides.ts'
import { fill } from './src/landing/fill.ts'
import { type Language, otherLanguages } from './src/lib/languages.ts'
import { withEnglish } from './src/lib/missingTexts.ts'

const server = 'http://127.0.0.1:8080'
const inSource = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// In production the server decides which HTML file answers a page request; Vite must decide alike.
const chosenEntry = (): Plugin => {
  const chooseEntry: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/form/')) request.url = '/form.html'
    if (/^\/o\/[^/?]+(\?|$)/.test(request.url ?? '')) request.url = '/organiser.html'
    if (request.url === '/api/docs') request.url = '/docs.html'
    next()
  }
  return {
    name: 'chosen-entry',
    configureServer: (vite) => void vite.middlewares.use(chooseEntry),
    configurePreviewServer: (vite) => void vite.middlewares.use(chooseEntry),
  }
}

const LANGUAGES = readdirSync(inSource('./src/locales'))

const readTexts = (language: string, feature: string) =>
  JSON.parse(readFileSync(inSource(`./src/locales/${language}/${feature}.json`), 'utf8'))

// biome-ignore lint/suspicious/noExplicitAny: the pages name the texts that they need.
const textsOf = (language: string, feature: string, read = readTexts): any =>
  withEnglish(read(language, feature), read('en', feature))

const TEXTS = /\/src\/locales\/(\w+)\/(\w+)\.json$/

/** Fills the gaps in the build, so that the browser does not load two languages. A test reads other texts. */
export const englishForMissingTexts = (read = readTexts): Plugin => ({
  name: 'english-for-missing-texts',
  enforce: 'pre',
  transform(_code, id) {
    const [, language, feature] = TEXTS.exec(id.replaceAll('\\', '/')) ?? []
    return language && feature ? { code: JSON.stringify(textsOf(language, feature, read)), map: null } : null
  },
})

/** The text of a page whose scripts do not load; in every language, because without scripts none can be chosen. */
const late = () =>
  ['vi', ...LANGUAGES.filter((other) => other !== 'vi')]
    .map((language) => {
      const { late, newProgram } = textsOf(language, 'common')
      return `<p lang="${language}">${late} <a href="">${newProgram.load}</a></p>`
    })
    .join('')

/** Texts that are loaded together, because screens that follow one another need them. */
const TEXTS_TOGETHER: Record<string, readonly string[]> = {
  'event-texts': ['eventHome', 'events', 'invitationCodes', 'invoices', 'messages', 'statistics', 'tickets'],
  'guest-texts': ['checkin', 'money', 'participants'],
  'group-texts': ['groupEvents', 'groups', 'points', 'posts', 'rollCall'],
  'account-texts': ['dataRequests', 'notifications', 'organiserPage', 'plans', 'profile', 'webhooks'],
}

const textsTogether = (id: string) => {
  const [, language, feature = ''] = TEXTS.exec(id) ?? []
  const [name] = Object.entries(TEXTS_TOGETHER).find(([, features]) => features.includes(feature)) ?? []
  return feature ? `${name ?? feature}.${language}` : null
}

/** Parts of the program that several screens of one kind need, and no other screen does. */
const KINDS = {
  days: /@mantine\/dates|components\/(DateTimeField|DayField|useTypedDay|useCalendarLabels)/,
  numbers: /react-number-format|(NumberInput|Color(Picker|Input))\/|components\/LimitField/,
  plans: /features\/plans\/(Plan(Menu|Modal)|bounds)\./,
  settings: /features\/groups\/settings\//,
  codes: /node_modules\/qr\/|lib\/qrPicture|components\/(QrCode|ShareWays)/,
  security: /accounts\/(SecondFactor|RecoveryCodes)/,
  tickets: /features\/tickets\/|wizard\/(defaults|draftStore)/,
  wizard: /events\/wizard/,
  money: /features\/money\//,
  posts: /features\/posts\//,
  groups:
    /features\/(groups\/(?!members|requests|settings)|groups\/(members\/MemberSelect|requests\/Requests\.module)|(group-events|points|roll-call)\/)/,
  members: /features\/groups\//,
  stage: /features\/lucky-draw\/|components\/(StageFrame|useQuiet|stageKeys)|lib\/(audio|nameForm)/,
  requests: /features\/(data-requests|webhooks)\//,
}
const EDITOR =
  /tiptap|prosemirror|linkifyjs|fast-equals|orderedmap|rope-sequence|w3c-keyname|RichText(Editor|View)\.|variableNode/

const isOfOneKind = (id: string) => [EDITOR, ...Object.values(KINDS)].some((kind) => kind.test(id))

/** Files of the program. Each request costs a slow line as much as twenty kilobytes, so there are few. */
const FILES = [
  // What a page needs at once.
  { name: 'page', tags: ['$initial' as const], priority: 4 },
  { name: textsTogether, debugName: 'texts', priority: 3 },
  // With all that they need: the frame with the list of events and the home of an event, so that the first screens of an
  // organizer load nothing of the others, and the second of them nothing at all.
  {
    name: 'frame',
    test: /app\/Frame\.|routes\/event-management\/(index|\$eventId)\.|features\/(events\/EventListScreen|statistics\/StatisticsStrip|event-home\/EventHomeScreen|checkin\/useLiveParticipants)\./,
    priority: 3,
  },
  // Comes behind the first screen.
  { name: 'sockets', test: /lib\/realtime\.|node_modules\/(@?socket\.io|engine\.io)/, priority: 2.9 },
  // What several screens need, so that the next screen costs little.
  {
    name: 'screens',
    test: (id: string) => !TEXTS.test(id) && !isOfOneKind(id),
    minShareCount: 2,
    priority: 2,
  },
  ...Object.entries(KINDS).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1 })),
  // Loaded when they are shown.
  { name: 'editor', test: EDITOR, priority: 0.9 },
]

// Texts that are read before or without a script. Vite serves them in the default language, read anew for every reload,
// so that a changed text shows.
const landingTexts = (): Plugin => ({
  name: 'landing-texts',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path, server }) => {
      const isApplication = path === '/index.html'
      if (!isApplication && !(path === '/landing.html' && server)) return html
      const filled = fill(html, textsOf('vi', 'landing'))
      return isApplication ? filled.replace('<!--late-->', late()) : filled
    },
  },
})

/** Otherwise an import of a sheet whose names are used elsewhere would not bring it along. */
const keptSheets = (): Plugin => ({
  name: 'kept-sheets',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
})

/** The landing page and the login, which the server sends within index.html, in a file for each language. */
const pagesInLanguages = (): Plugin => ({
  name: 'pages-in-languages',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const login = readFileSync(inSource('./login.html'), 'utf8')
    const landing = bundle['landing.html']
    delete bundle['landing.html']
    for (const language of LANGUAGES) {
      const { email, password, showPassword, login: texts } = textsOf(language, 'auth')
      const others = otherLanguages(language as Language).map(
        ({ code, name }) => `<button type="button" lang="${code}">${name}</button>`,
      )
      // In every language, because without scripts none can be chosen.
      const noScript = [language, ...LANGUAGES.filter((other) => other !== language)].map(
        (spoken) => `<p class="first-problem" lang="${spoken}">${textsOf(spoken, 'auth').login.noScript}</p>`,
      )
      const source = fill(login, { language, email, password, showPassword, ...texts })
        .replace('<!--languages-->', others.join(' '))
        .replace('<!--no-script-->', noScript.join(''))
      this.emitFile({ type: 'asset', fileName: `login.${language}.html`, source })
      if (landing?.type !== 'asset') continue
      const page = fill(String(landing.source), textsOf(language, 'landing'))
      const spoken = page.replace('<html lang="vi">', `<html lang="${language}">`)
      this.emitFile({ type: 'asset', fileName: `landing.${language}.html`, source: spoken })
    }
  },
})

const proxy = {
  '/api': server,
  '/dev': server,
  '/licenses.txt': server,
  '^/e/': server,
  '^/o/[^/]+/calendar\\.ics': server,
  '/socket.io': { target: server, ws: true },
}

const TESTS = '*.test.{ts,tsx}'
const SETUP = ['./src/test/setupScreens.ts', './src/test/setup.ts']
const PAGES = `src/public-form/**/${TESTS}`
/** They replace modules or the languages, which others would see. */
const ISOLATED = [
  'src/app/CrashPage.test.tsx',
  'src/features/checkin/DoorScreen.test.tsx',
  'src/features/checkin/liveDoor.test.tsx',
  'src/features/checkin/practice.test.tsx',
  'src/features/event-home/liveHome.test.tsx',
  'src/features/events/wizard/FormPreview.test.tsx',
  'src/features/events/wizard/NewEventScreen.test.tsx',
  'src/features/lucky-draw/LuckyDrawScreen.test.tsx',
  'src/features/participants/list/lateDialogs.test.tsx',
  'src/features/points/GroupStatistics.test.tsx',
  'src/landing/landing.test.ts',
  'src/lib/languages.test.tsx',
  'src/lib/loadRealtime.test.ts',
  'src/lib/realtime.test.ts',
]

export default defineConfig({
  plugins: [
    tanstackRouter(),
    prefresh(),
    chosenEntry(),
    englishForMissingTexts(),
    guides(),
    landingTexts(),
    pagesInLanguages(),
    keptSheets(),
  ],
  resolve: { alias: { '~': inSource('./src') } },
  server: { host: '127.0.0.1', proxy, fs: { allow: ['.', '../docs/guides'] } },
  preview: { host: '127.0.0.1', proxy },
  build: {
    outDir: 'dist',
    rolldownOptions: {
      // Libraries mark what a server must not draw, which means nothing here.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      output: {
        codeSplitting: { groups: FILES },
      },
    },
  },
  worker: {
    format: 'es',
    // The server lets the files of this folder compile WebAssembly.
    rolldownOptions: { output: { entryFileNames: 'assets/worker/[name]-[hash].js' } },
  },
  test: {
    environment: 'jsdom',
    restoreMocks: true,
    testTimeout: 30_000,
    // Otherwise one core is kept free, which is half of a small machine.
    maxWorkers: '100%',
    css: false,
    env: { DEBUG_PRINT_LIMIT: '0' },
    // Otherwise libraries would have one and the sources another.
    server: { deps: { external: [/\/react\/[\w-]+\.mjs$/] } },
    // Making a document and loading the application takes longer than most tests: they share both.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          setupFiles: SETUP,
          include: [`src/**/${TESTS}`],
          exclude: [PAGES, ...ISOLATED],
        },
      },
      {
        extends: true,
        test: { name: 'isolated', setupFiles: SETUP, include: ISOLATED },
      },
      // The modules of a page hold its state.
      {
        extends: true,
        test: { name: 'visitors', setupFiles: ['./src/test/setup.ts'], include: [PAGES] },
      },
    ],
  },
})
