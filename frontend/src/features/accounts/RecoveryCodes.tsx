import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { saveFile } from '~/lib/download'
import { focusOnMount } from '~/lib/focusOnMount'
import { useSession } from '~/lib/session'
import classes from './SecondFactor.module.css'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
  isLeaving?: boolean
}

/** The recovery codes; the server stores only their hashes, so they cannot be shown again. */
export function RecoveryCodes({ codes, onDone, isLeaving }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  const account = `Hội – ${location.origin} – ${useSession().profile?.email}`
  return (
    <Stack maw={440}>
      <Alert
        color="green"
        role="group"
        aria-label={t('profile.security.turnedOn')}
        ref={focusOnMount}
        tabIndex={-1}
      >
        {t('profile.security.turnedOn')}
      </Alert>
      <Text>{t('profile.security.codes')}</Text>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </ul>
      <Group>
        <CopyButton value={text} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveFile(
              new Blob([`${account}\n\n${text}\n`], { type: 'text/plain' }),
              t('profile.security.file'),
            )
          }
        >
          {t('profile.security.download')}
        </Button>
      </Group>
      <Button onClick={onDone} loading={isLeaving} style={{ alignSelf: 'flex-start' }}>
        {t('profile.security.kept')}
      </Button>
    </Stack>
  )
}
