import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '~/components/CopyButton'
import { saveFile } from '~/lib/download'
import classes from './SecondFactor.module.css'

/** The recovery codes, to be kept by their owner: nobody can show them a second time. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const text = codes.join('\n')
  return (
    <Stack maw={440}>
      <Alert color="green" role="status">
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
            saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), t('profile.security.file'))
          }
        >
          {t('profile.security.download')}
        </Button>
      </Group>
      <Button onClick={onDone} style={{ alignSelf: 'flex-start' }}>
        {t('profile.security.kept')}
      </Button>
    </Stack>
  )
}
