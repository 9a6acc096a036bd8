import { Anchor, Modal, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import listClasses from '~/components/dividedList.module.css'
import { useFocusBack } from '~/components/useFocusBack'
import { formatDate } from '~/lib/dates'
import { OutcomeSign } from './OutcomeSign'
import type { HeldMeeting, MemberPresence } from './queries'
import { OUTCOMES } from './shares'

interface OutcomesModalProps {
  groupId: string
  leads: boolean
  member: MemberPresence
  meetings: readonly HeldMeeting[]
  onClose: () => void
}

/** The meetings behind a member's share, by outcome. */
export function OutcomesModal({ groupId, leads, member, meetings, onClose }: OutcomesModalProps) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={member.fullName}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {OUTCOMES.map((outcome) => {
        const found = meetings.filter((_, at) => member.outcomes[at] === outcome)
        if (found.length === 0) return null
        return (
          <section key={outcome} aria-labelledby={`outcome-${outcome}`}>
            <Title order={3} fz="md" mt="md" id={`outcome-${outcome}`}>
              <OutcomeSign outcome={outcome} isNamed={false} />{' '}
              {t('rollCall.outcomes', { outcome: t(`rollCall.outcome.${outcome}`), number: found.length })}
            </Title>
            <ul className={listClasses.list}>
              {found.map(({ eventId, title, eventStartDate }) => (
                <li key={eventId}>
                  {leads ? (
                    <Anchor
                      renderRoot={(props) => (
                        <Link
                          to="/my-group/$groupId/roll-call/$eventId"
                          params={{ groupId, eventId }}
                          {...props}
                        />
                      )}
                      onClick={onClose}
                    >
                      {formatDate(eventStartDate)} · {title}
                    </Anchor>
                  ) : (
                    `${formatDate(eventStartDate)} · ${title}`
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </Modal>
  )
}
