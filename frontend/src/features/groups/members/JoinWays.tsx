import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { ShareWays } from '~/components/ShareWays'
import { type Group, joinLinkQuery } from '../queries'
import { useLinkActions } from './useLinkActions'

/** The link and the QR code with which anyone can ask to join, and the ways to give them out. */
export function JoinWays({ group }: { group: Group }) {
  const { t } = useTranslation()
  const link = useQuery(joinLinkQuery(group.id))
  const { renew, isBusy } = useLinkActions(group.id)
  return (
    <>
      <Text>{t(`groups.joinLink.about.${group.joinPolicy === 'open' ? 'open' : 'request'}`)}</Text>
      {link.isPending && <Skeleton height={220} radius="md" />}
      {link.error && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
      {link.data && !link.data.url && (
        <Button loading={isBusy} onClick={renew}>
          {t('groups.joinLink.make')}
        </Button>
      )}
      {link.data?.url && (
        <ShareWays
          url={link.data.url}
          name={group.name}
          labels={{
            code: t('groups.joinLink.code', { name: group.name }),
            copy: t('groups.joinLink.copy'),
            saveCode: t('groups.joinLink.saveCode'),
          }}
        />
      )}
    </>
  )
}
