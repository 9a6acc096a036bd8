import { type ScreenFiles, startPage } from './startPage'

/** Written in by the build (`scripts/screenFiles.mjs`). */
declare const SCREEN_FILES: ScreenFiles

// The first script of every page but the visitors'. The build writes the application's address into the page.
startPage(
  () =>
    import(/* @vite-ignore */ document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? ''),
  SCREEN_FILES,
)
