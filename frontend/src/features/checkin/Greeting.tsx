import { Avatar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nameFit } from '~/components/nameFit'
import { givenNameAt } from '~/lib/nameForm'
import classes from './Greeting.module.css'
import type { DoorPerson } from './scan'

interface GreetingProps {
  person: DoorPerson
  /** The given name, by which Vietnamese are called, stands out: the last word of a Vietnamese name. */
  isByGivenName?: boolean
}

/** The name of the guest, large enough to be read across a hall. */
export function Greeting({ person, isByGivenName }: GreetingProps) {
  const { t } = useTranslation()
  const { fullName, company, avatar, participationType, ticketName } = person
  const details = [
    participationType === 'ORDINARY' ? null : t(`common.participationType.${participationType}`),
    ticketName,
  ].filter((detail) => detail !== null && detail !== undefined)
  return (
    <div className={classes.greeting}>
      {avatar && <Avatar src={avatar} alt="" className={classes.avatar} />}
      {isByGivenName && givenNameAt(fullName) === 'last' ? (
        <GivenName fullName={fullName} />
      ) : (
        <p className={classes.name} data-long={fullName.length > 22 || undefined}>
          {fullName}
        </p>
      )}
      {company && <p className={classes.company}>{company}</p>}
      {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
    </div>
  )
}

function GivenName({ fullName }: Pick<DoorPerson, 'fullName'>) {
  const words = fullName.trim().split(/\s+/)
  const given = words.pop() ?? ''
  const others = words.join(' ')
  return (
    <p className={classes.called} style={nameFit(others)}>
      {others} <strong style={nameFit(given)}>{given}</strong>
    </p>
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
