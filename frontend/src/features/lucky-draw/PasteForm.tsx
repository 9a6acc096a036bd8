import { Button, Text, Textarea } from '@mantine/core'
import { IconWheel } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { wakeSound } from '~/lib/audio'
import { formatNumber } from '~/lib/numbers'
import { MAX_NAMES, parseNames } from './pastedList'

interface PasteFormProps {
  text: string
  onText: (text: string) => void
  onStart: (names: string[]) => void
}

/** A form for an own list, one name per line. */
export function PasteForm({ text, onText, onStart }: PasteFormProps) {
  const { t } = useTranslation()
  const { names, dropped } = useMemo(() => parseNames(text), [text])
  return (
    <>
      <Textarea
        label={t('luckyDraw.paste.label')}
        description={t('luckyDraw.paste.hint')}
        placeholder={t('luckyDraw.paste.example')}
        minRows={10}
        maxRows={18}
        autosize
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        error={
          dropped > 0 &&
          t('luckyDraw.paste.tooMany', {
            count: dropped,
            max: formatNumber(MAX_NAMES),
            number: formatNumber(dropped),
          })
        }
      />
      <Text role="status">
        {t('luckyDraw.paste.found', { count: names.length, number: formatNumber(names.length) })}
      </Text>
      <Button
        leftSection={<IconWheel size={18} />}
        disabled={names.length < 2 || dropped > 0}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => {
          wakeSound()
          onStart(names)
        }}
      >
        {t('luckyDraw.paste.start')}
      </Button>
    </>
  )
}
