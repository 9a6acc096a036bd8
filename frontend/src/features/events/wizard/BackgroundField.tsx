import { ColorInput, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EASY_TO_READ, isColour, textOn } from '~/lib/contrast'
import classes from './BackgroundField.module.css'
import { useField } from './fields'

/** Suggested colours with enough contrast to white or dark text. */
const SWATCHES = [
  '#0e7c66',
  '#084e41',
  '#143670',
  '#2259b8',
  '#5b2a86',
  '#82221d',
  '#8f5b00',
  '#17211e',
  '#fde8c8',
  '#cfebe3',
] // biome-ignore format: colours read best in one row

/** The background colour of the public page's cover, with a hint about the contrast of its text. */
export function BackgroundField() {
  const { t } = useTranslation()
  const { value, onChange, onBlur, ...field } = useField('backgroundColor')
  const { colour, ratio } = textOn(value)
  return (
    <Group align="flex-start" gap="lg">
      <ColorInput
        label={t('events.field.backgroundColor')}
        description={t('events.field.backgroundHint')}
        format="hex"
        swatches={SWATCHES}
        swatchesPerRow={10}
        withEyeDropper={false}
        placeholder="#0e7c66"
        w={280}
        {...field}
        value={value ?? ''}
        onBlur={onBlur}
        onChange={(typed) => onChange(typed === '' ? null : typed.toLowerCase())}
      />
      {isColour(value) && (
        <div className={classes.hint}>
          <span className={classes.sample} style={{ background: value, color: colour }} aria-hidden>
            {t('events.field.colourSample')}
          </span>
          <Text size="sm" c="dimmed" role="status">
            {ratio >= EASY_TO_READ ? t('events.field.colourGood') : t('events.field.colourPoor')}
          </Text>
        </div>
      )}
    </Group>
  )
}
