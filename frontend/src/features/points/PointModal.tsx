import { Alert, Button, Modal, Group as Row, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { Facts } from '~/components/Facts'
import { PrivateImage } from '~/components/PrivateImage'
import { ReasonModal } from '~/components/ReasonModal'
import { useFocusBack } from '~/components/useFocusBack'
import type { Group } from '~/features/groups/queries'
import { rightsIn } from '~/features/groups/rights'
import { formatDate, formatDateTime } from '~/lib/dates'
import { useSession } from '~/lib/session'
import { PointFormModal } from './PointFormModal'
import { PointStatusBadge } from './PointStatusBadge'
import { DealValue, otherParty } from './pointColumns'
import type { Point } from './queries'
import { usePointActions } from './usePointActions'

interface PointModalProps {
  group: Group
  point: Point
  onClose: () => void
}

/** A deal with all details that the reader may see, and the buttons that the reader may use. */
export function PointModal({ group, point, onClose }: PointModalProps) {
  const { t } = useTranslation()
  useFocusBack()
  const [dialog, setDialog] = useState<'reject' | 'void' | 'edit' | null>(null)
  const actions = usePointActions(group.id, point, { onDone: onClose, onChanged: () => setDialog(null) })
  if (dialog === 'edit') return <PointFormModal group={group} point={point} onClose={onClose} />
  if (dialog)
    return (
      <ReasonModal
        about={`${dialog} ${point.id}`}
        title={t(`points.${dialog}.title`)}
        label={t('points.field.reason')}
        description={t('points.reasonHint')}
        action={t(`points.${dialog}.action`)}
        missing={t('points.invalid.reason')}
        isBusy={actions.isBusy}
        onClose={() => setDialog(null)}
        onSend={dialog === 'reject' ? actions.reject : actions.voidPoint}
      >
        <Text>{t(`points.${dialog}.message`)}</Text>
      </ReasonModal>
    )
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('points.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <div>
          <PointStatusBadge point={point} />
        </div>
        <PointFacts point={point} />
        {point.proof && <PrivateImage url={point.proof} alt={t('points.field.proof')} />}
        <Hints group={group} point={point} />
        <Actions point={point} actions={actions} onDialog={setDialog} />
      </Stack>
    </Modal>
  )
}

function PointFacts({ point }: { point: Point }) {
  const { t } = useTranslation()
  const by = (name: string | null, at: string | null) => at && `${name ?? ''}, ${formatDateTime(at)}`
  const facts = [
    [t('points.field.seller'), point.seller.fullName],
    [t(`points.role.${point.roleType}`), point.counterparty.fullName],
    [t('points.field.buyerName'), point.buyerName],
    [t('points.field.value'), <DealValue key="value" value={point.value} />],
    [t('points.field.dealDate'), formatDate(point.dealDate)],
    [t('points.field.submittedBy'), `${point.submittedByName}, ${formatDateTime(point.createdAt)}`],
    [
      t('points.field.answer'),
      point.otherPartyAnswer &&
        t(`points.answer.${point.otherPartyAnswer}`, { name: otherParty(point).fullName }),
    ],
    [t('points.field.decidedBy'), by(point.decidedByName, point.decidedAt)],
    [t('points.field.voidedBy'), by(point.voidedByName, point.voidedAt)],
    [t('points.field.reason'), point.reason],
    [t('points.field.note'), point.note],
  ] as const
  return <Facts facts={facts.filter(([, value]) => value)} />
}

/** Tells leaders why they cannot decide about the point, or that the other party disputes it. */
function Hints({ group, point }: Pick<PointModalProps, 'group' | 'point'>) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { leads } = rightsIn(group)
  const involved = [point.seller.id, point.counterparty.id, point.submittedBy]
  const isOwn = involved.includes(profile?.id ?? '')
  if (point.status !== 'pending' || !leads || group.archivedAt) return null
  if (isOwn && !point.allowed.decide)
    return <Alert icon={<IconInfoCircle size={18} />}>{t('points.ownPoint')}</Alert>
  if (point.otherPartyAnswer === 'disputed')
    return (
      <Alert color="marigold" icon={<IconAlertTriangle size={18} />}>
        {t('points.isDisputed', { name: otherParty(point).fullName })}
      </Alert>
    )
  return null
}

interface ActionsProps {
  point: Point
  actions: ReturnType<typeof usePointActions>
  onDialog: (dialog: 'reject' | 'void' | 'edit') => void
}

function Actions({ point: { allowed, otherPartyAnswer }, actions, onDialog }: ActionsProps) {
  const { t } = useTranslation()
  const { isBusy, withdraw } = actions
  if (!Object.values(allowed).includes(true)) return null
  const askWithdraw = async () => {
    const agreed = await confirm({
      title: t('points.withdraw.title'),
      message: t('points.withdraw.message'),
      confirm: t('points.withdraw.action'),
      dangerous: true,
    })
    if (agreed) withdraw()
  }
  return (
    <Row justify="flex-end" gap="sm">
      {allowed.change && (
        <>
          <Button variant="subtle" color="red" disabled={isBusy} onClick={() => void askWithdraw()}>
            {t('points.withdraw.action')}
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => onDialog('edit')}>
            {t('common.edit')}
          </Button>
        </>
      )}
      {allowed.answer && otherPartyAnswer !== 'disputed' && (
        <Button variant="light" color="marigold" disabled={isBusy} onClick={() => actions.answer('disputed')}>
          {t('points.dispute')}
        </Button>
      )}
      {allowed.answer && otherPartyAnswer !== 'confirmed' && (
        <Button variant="light" disabled={isBusy} onClick={() => actions.answer('confirmed')}>
          {t('points.confirm')}
        </Button>
      )}
      {allowed.decide && (
        <>
          <Button variant="light" color="red" disabled={isBusy} onClick={() => onDialog('reject')}>
            {t('points.reject.action')}
          </Button>
          <Button loading={isBusy} onClick={() => actions.approve()}>
            {t('points.approve')}
          </Button>
        </>
      )}
      {allowed.void && (
        <Button variant="light" color="red" disabled={isBusy} onClick={() => onDialog('void')}>
          {t('points.void.action')}
        </Button>
      )}
    </Row>
  )
}
