import { Button, Group, Image, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { useObjectUrl } from '~/components/useObjectUrl'
import { memberCodeQuery } from './queries'

const SIDE = 200

/** The QR code with which the account's owner can be checked in at any event they registered for. */
export function MemberCode() {
  const { t } = useTranslation()
  const code = useQuery(memberCodeQuery)
  const address = useObjectUrl(code.data)
  if (code.error) return <ErrorState error={code.error} onRetry={() => void code.refetch()} />
  return (
    <Group gap="xl" align="flex-start">
      {address ? (
        <Image src={address} alt={t('profile.code.alt')} w={SIDE} h={SIDE} radius="md" bg="white" />
      ) : (
        <Skeleton w={SIDE} h={SIDE} radius="md" />
      )}
      <Stack maw={400} align="flex-start">
        <Title order={2}>{t('profile.code.title')}</Title>
        <Text>{t('profile.code.intro')}</Text>
        {address && (
          <Button
            component="a"
            href={address}
            download={t('profile.code.file')}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('profile.code.download')}
          </Button>
        )}
      </Stack>
    </Group>
  )
}
