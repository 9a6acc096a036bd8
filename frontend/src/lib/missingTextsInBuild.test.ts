import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import config, { englishForMissingTexts } from '../../vite.config'
import { CATALOGUES } from '../public-form/translation'

type Transform = (code: string, id: string) => { code: string } | null

const read = (language: string, feature: string) =>
  language === 'en' ? { feature, save: 'Save', bye: 'Bye' } : { save: 'Lưu', bye: '' }

const plugins = [config.plugins ?? []].flat(9) as Plugin[]

test('the build fills the gaps of each catalogue with English', () => {
  const plugin = englishForMissingTexts(read)
  const fill = plugin.transform as unknown as Transform
  // The public form's catalogue is one like the others.
  for (const feature of ['publicPage', 'common']) {
    const filled = fill('', `/hoi/frontend/src/locales/vi/${feature}.json`)
    expect(JSON.parse(filled?.code ?? 'null')).toEqual({ feature, save: 'Lưu', bye: 'Bye' })
  }
  expect(fill('', '/hoi/frontend/src/lib/language.ts')).toBeNull()
})

test('the build has the plugin, before those that make modules of catalogues', () => {
  const { name } = englishForMissingTexts()
  expect(plugins.find((plugin) => plugin.name === name)).toMatchObject({ enforce: 'pre' })
  // The public form takes its texts from modules, which the plugin fills.
  expect(Object.values(CATALOGUES).every((texts) => texts && 'own' in texts)).toBe(true)
})
