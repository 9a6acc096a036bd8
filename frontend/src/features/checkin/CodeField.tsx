import { Button, TextInput } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DoorScreen.module.css'
import { LONGEST_CODE } from './scan'

/** A field to type a code that no scanner can read. */
export function CodeField({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  return (
    <form
      className={classes.codeForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') return
        onCode(code)
        setCode('')
      }}
    >
      <TextInput
        data-scan-field
        size="lg"
        label={t('checkin.code')}
        placeholder={t('checkin.codeExample')}
        leftSection={<IconKeyboard size={22} />}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={LONGEST_CODE}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        flex={1}
      />
      <Button type="submit" size="lg" disabled={code.trim() === ''}>
        {t('checkin.check')}
      </Button>
    </form>
  )
}
