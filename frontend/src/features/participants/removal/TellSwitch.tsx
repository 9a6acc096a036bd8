import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface TellSwitchProps {
  /** The one by name, or how many. */
  label: string
  /** Whether others are removed who cannot be told. */
  leavesOut?: boolean
  onTell: (isTold: boolean) => void
}

/** Whether people who are removed are told by mail; on at first. */
export function TellSwitch({ label, leavesOut = false, onTell }: TellSwitchProps) {
  const { t } = useTranslation()
  const hint = t('participants.remove.tellHint')
  return (
    <Switch
      label={label}
      description={leavesOut ? `${hint} ${t('participants.remove.tellOthers')}` : hint}
      defaultChecked
      onChange={(event) => onTell(event.currentTarget.checked)}
    />
  )
}
