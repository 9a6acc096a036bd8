import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '~/lib/queryClient'
import { mayReload } from '~/lib/reload'
import { isLeftBehind } from '~/lib/typed'
import { CrashPage } from './CrashPage'
import { Providers } from './Providers'

vi.mock('~/lib/reload', () => ({ mayReload: vi.fn() }))

afterEach(() => vi.unstubAllGlobals())

/** Renders the page of a failed screen; returns the mock of the reload. */
function crash(error: Error, isFirst: boolean) {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...location, reload })
  vi.mocked(mayReload).mockReturnValue(isFirst)
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <CrashPage error={error} reset={() => undefined} />
    </Providers>,
  )
  return reload
}

/** As the build tells it. */
function missingPart() {
  const payload = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

const ANEW = { name: 'Load the page again' }
const AGAIN = { name: 'Try again' }

test('a page of an old version is loaded anew by itself', () => {
  expect(crash(missingPart(), true)).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after a reload that has not helped, a button loads the page anew', () => {
  const reload = crash(missingPart(), false)
  expect(reload).not.toHaveBeenCalled()
  screen.getByRole('button', ANEW).click()
  expect(reload).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', AGAIN)).toBeNull()
})

test('a part that is missing while the page goes on changes nothing for its forms', () => {
  const error = missingPart()
  expect(isLeftBehind()).toBe(false)
  crash(error, false)
  expect(isLeftBehind()).toBe(true)
  cleanup()
  expect(isLeftBehind()).toBe(false)
})

test('any other failure is tried again on the same page', () => {
  expect(crash(new Error('broken'), true)).not.toHaveBeenCalled()
  expect(screen.getByRole('button', AGAIN)).toBeVisible()
  expect(screen.queryByRole('button', ANEW)).toBeNull()
})
