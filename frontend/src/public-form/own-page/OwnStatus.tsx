import type { OwnRegistration } from '../contract'
import { Icon } from '../parts/Icon'
import { useTranslation } from '../translation'
import classes from './own.module.css'

/**
 * The time of the visitor's check-in, if there was one; and whether the registration is free, paid, or unpaid with the
 * amount and the way to pay.
 */
export function OwnStatus({ registration }: { registration: OwnRegistration }) {
  const { t, money, time, longDate } = useTranslation()
  const { checkedInTime, paymentStatus, paymentMethod, paymentInfo, amount, received } = registration
  const isDue = paymentStatus === 'unpaid'
  // Cash that is due before the event is not paid there.
  const isEarlyCash = paymentMethod === 'CASH_AT_VENUE' && paymentInfo
  const way = isEarlyCash ? 'unpaid' : (paymentMethod ?? 'unpaid')
  const payment = amount === 0 ? 'free' : isDue ? way : 'paid'
  return (
    <ul className={classes.states}>
      {checkedInTime && (
        <li data-state="good">
          <Icon name="check" />
          {t('own.state.checkedIn', { time: time(checkedInTime), date: longDate(checkedInTime) })}
        </li>
      )}
      <li data-state={isDue ? 'due' : 'good'}>
        <Icon name={isDue ? 'alert' : 'check'} />
        {t(`own.state.${payment}`, { amount: money(isDue ? amount - received : received) })}
      </li>
    </ul>
  )
}
