import { act, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PublicForm } from '~/public-form/PublicForm'
import { CATALOGUES } from '~/public-form/translation'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { dayPattern, formatDateTime } from './dates'
import { chooseLanguage, language } from './language'
import { LANGUAGES, type Language, storedLanguage } from './languages'
import { formatMoney } from './numbers'
import { parseDay } from './typedDays'

// A third language: French as far as formats go, with the English texts in brackets.
const THIRD = 'fr' as Language

const marked = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? `[${text}]` : marked(text)]),
  )

beforeEach(() => {
  Object.assign(LANGUAGES, {
    fr: { name: 'Français', locale: 'fr-FR', date: 'D MMM YYYY', dateTime: 'date, time' },
  })
  Object.assign(CATALOGUES, { fr: marked(CATALOGUES.en ?? {}) })
  i18next.addResourceBundle('fr', 'translation', marked(i18next.getResourceBundle('en', 'translation')))
})

afterEach(() => {
  Reflect.deleteProperty(LANGUAGES, 'fr')
  Reflect.deleteProperty(CATALOGUES, 'fr')
  i18next.removeResourceBundle('fr', 'translation')
})

test('a screen offers a third language and speaks it', async () => {
  loggedInAs()
  const { user } = await renderApp('/event-management')
  await user.click(screen.getByRole('button', { name: /Nguyễn Thị Lan/ }))
  expect(await screen.findByRole('menuitem', { name: 'Tiếng Việt' })).toBeVisible()
  await user.click(screen.getByRole('menuitem', { name: 'Français' }))
  expect(await screen.findByRole('heading', { name: '[Events]' })).toBeVisible()
  expect(document.documentElement).toHaveAttribute('lang', 'fr')
  expect([language(), storedLanguage()]).toEqual(['fr', 'fr'])
})

test('before the login a menu offers the languages', async () => {
  const { user } = await renderApp('/auth/login')
  await user.click(await screen.findByRole('button', { name: 'English' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Français' }))
  expect(await screen.findByRole('heading', { name: '[Log in]' })).toBeVisible()
})

test('the public page offers a third language and speaks it', async () => {
  render(<PublicForm address={null} />)
  expect(screen.getByRole('button', { name: 'Tiếng Việt' })).toBeVisible()
  await act(async () => screen.getByRole('button', { name: 'Français' }).click())
  expect(screen.getByRole('heading', { name: "[This event doesn't exist]" })).toBeVisible()
  expect(screen.getByRole('button', { name: 'English' })).toBeVisible()
  expect(document.documentElement).toHaveAttribute('lang', 'fr')
})

test('formats and calendar follow the third language', () => {
  chooseLanguage(THIRD)
  expect(formatDateTime('2026-09-01T05:00:00Z')).toBe('1 sept. 2026, 12:00')
  expect(formatMoney(250000)).toBe('250\u202f000\u00a0₫')
  expect(dayPattern()).toBe('D MMM YYYY')
  expect([parseDay('01 sept. 2026'), parseDay('1 Sep 2026')]).toEqual(['2026-09-01', '2026-09-01'])
})

test('the texts of a language are loaded before it is spoken', async () => {
  const { common, shell, auth } = i18next.getResourceBundle('vi', 'translation')
  i18next.removeResourceBundle('vi', 'translation')
  i18next.addResourceBundle('vi', 'translation', { common, shell, auth })
  loggedInAs()
  await renderApp('/event-management')
  act(() => chooseLanguage('vi'))
  expect(screen.getByRole('heading', { name: 'Events' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Sự kiện' })).toBeVisible()
  expect(screen.queryByText(/\w+\.\w+\.\w+/)).toBeNull()
  expect(i18next.getResource('vi', 'translation', 'luckyDraw')).toBeUndefined()
})
