import { Button, Checkbox, Group as Row, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { PrivateImage } from '~/components/PrivateImage'
import { useScrolledTo } from '~/components/useScrolledTo'
import { formatDateTime } from '~/lib/dates'
import type { JoinRequest } from '../queries'
import classes from './Requests.module.css'

const DOCUMENTS = ['membershipCertificate', 'businessLicense'] as const

interface RequestCardProps {
  request: JoinRequest
  /** Whether the group is archived, so that nothing can be decided. */
  isReadOnly: boolean
  isBusy: boolean
  /** Whether the address leads to this request: it is scrolled to and marked. */
  isMarked: boolean
  /** Absent for a single request, which needs no checkbox. */
  selection?: { isSelected: boolean; toggle: () => void }
  onAccept: () => void
  onReject: () => void
}

/** A request with everything that the applicant sent. */
export function RequestCard(props: RequestCardProps) {
  const { request, isReadOnly, isBusy, isMarked, selection, onAccept, onReject } = props
  const { t } = useTranslation()
  const { user, businessField, position, message, createdAt } = request
  const { fullName: name } = user
  const card = useScrolledTo<HTMLLIElement>(isMarked)
  const documents = DOCUMENTS.filter((document) => request[document])
  return (
    <li
      className={classes.card}
      aria-label={name}
      data-marked={isMarked || undefined}
      aria-current={isMarked || undefined}
      ref={card}
    >
      <Row wrap="nowrap" align="flex-start" gap="sm">
        {selection && !isReadOnly && (
          <Checkbox
            mt={10}
            aria-label={t('common.table.select', { name })}
            checked={selection.isSelected}
            onChange={selection.toggle}
          />
        )}
        <PersonAvatar src={user.avatar} fullName={name} size={40} />
        <Stack gap="xs" flex={1} miw={0}>
          <div>
            <h3 className={classes.name}>{name}</h3>
            <Text size="sm" c="dimmed">
              {[user.company, position, businessField].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm" c="dimmed">
              {t('groups.waiting.sent', { date: formatDateTime(createdAt) })}
            </Text>
          </div>
          {message && <Text className={classes.message}>{message}</Text>}
          {documents.length > 0 && (
            <div className={classes.documents}>
              {documents.map((document) => (
                <div key={document}>
                  <Text size="sm" fw={500} mb={4}>
                    {t(`groups.document.${document}`)}
                  </Text>
                  <PrivateImage
                    url={request[document] ?? ''}
                    alt={t('groups.waiting.documentOf', { document: t(`groups.document.${document}`), name })}
                  />
                </div>
              ))}
            </div>
          )}
          {!isReadOnly && (
            <Row gap="sm" mt={4}>
              <Button
                leftSection={<IconCheck size={16} />}
                disabled={isBusy}
                onClick={onAccept}
                aria-label={t('groups.waiting.acceptNamed', { name })}
              >
                {t('groups.waiting.accept')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconX size={16} />}
                disabled={isBusy}
                onClick={onReject}
                aria-label={t('groups.waiting.rejectNamed', { name })}
              >
                {t('groups.waiting.reject')}
              </Button>
            </Row>
          )}
        </Stack>
      </Row>
    </li>
  )
}
