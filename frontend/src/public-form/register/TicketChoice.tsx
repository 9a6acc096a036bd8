import type { PublicEvent } from '../contract'
import { FieldGroup } from '../fields/Field'
import type { Fault } from '../fields/faults'
import classes from '../fields/form.module.css'
import { useTranslation } from '../translation'

interface TicketChoiceProps {
  tickets: PublicEvent['tickets']
  /** The prices are for information: the organiser takes the money in their own way. */
  isPaidElsewhere: boolean
  chosen: string | undefined
  onChange: (ticketId: string) => void
  fault: Fault | undefined
}

/** Up to this number, the remaining tickets are highlighted. */
const SCARCE = 20

export function TicketChoice({ tickets, isPaidElsewhere, chosen, onChange, fault }: TicketChoiceProps) {
  const { t, money, number } = useTranslation()
  return (
    <FieldGroup field="ticketId" label={t('ticket.label')} fault={fault}>
      {tickets.every(({ soldOut }) => soldOut) && <p className={classes.note}>{t('ticket.allSoldOut')}</p>}
      {isPaidElsewhere && tickets.some(({ price }) => price > 0) && (
        <p className={classes.note}>{t('price.elsewhere')}</p>
      )}
      <div className={classes.tickets}>
        {tickets.map(({ id, name, description, price, remaining, soldOut }) => (
          <label
            key={id}
            className={classes.ticket}
            data-sold-out={soldOut || undefined}
            data-chosen={id === chosen || undefined}
          >
            <input
              type="radio"
              name="ticketId"
              checked={id === chosen}
              disabled={soldOut}
              aria-invalid={fault ? true : undefined}
              onChange={() => onChange(id)}
            />
            <span className={classes.ticketName}>{name}</span>
            <span className={classes.ticketPrice}>{price > 0 ? money(price) : t('price.free')}</span>
            {description && <span className={classes.ticketNote}>{description}</span>}
            {soldOut && <strong className={classes.soldOut}>{t('ticket.soldOut')}</strong>}
            {!soldOut && remaining > 0 && (
              <span className={classes.ticketNote} data-scarce={remaining <= SCARCE || undefined}>
                {t('ticket.remaining', { count: number(remaining) })}
              </span>
            )}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
