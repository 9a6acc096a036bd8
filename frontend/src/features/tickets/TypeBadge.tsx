import { IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Pill } from '~/components/Pill'
import type { ParticipationType } from './participationType'

export function TypeBadge({ participationType }: { participationType: ParticipationType }) {
  const { t } = useTranslation()
  if (participationType === 'ORDINARY') return <>{t('common.participationType.ORDINARY')}</>
  return (
    <Pill color="blue" icon={participationType === 'VIP' ? IconStar : undefined}>
      {t(`common.participationType.${participationType}`)}
    </Pill>
  )
}
