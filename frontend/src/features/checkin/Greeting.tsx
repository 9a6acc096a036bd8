import { Avatar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Greeting.module.css'
import type { DoorPerson } from './scan'

/** The name of the guest, large enough to be read across a hall. */
export function Greeting({ person }: { person: DoorPerson }) {
  const { t } = useTranslation()
  const { fullName, company, avatar, participationType, ticketName } = person
  const details = [
    participationType === 'ORDINARY' ? null : t(`common.participationType.${participationType}`),
    ticketName,
  ].filter((detail) => detail !== null && detail !== undefined)
  return (
    <div className={classes.greeting}>
      {avatar && <Avatar src={avatar} alt="" className={classes.avatar} />}
      <p className={classes.name} data-long={fullName.length > 22 || undefined}>
        {fullName}
      </p>
      {company && <p className={classes.company}>{company}</p>}
      {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
    </div>
  )
}

export function SponsorLogos({ logos }: { logos: string[] }) {
  const { t } = useTranslation()
  if (logos.length === 0) return null
  return (
    <ul className={classes.sponsors} aria-label={t('checkin.sponsors')}>
      {logos.map((logo) => (
        <li key={logo}>
          <img src={logo} alt="" />
        </li>
      ))}
    </ul>
  )
}
