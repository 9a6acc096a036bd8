import { Avatar, Box, Group as Row, Spoiler, Text } from '@mantine/core'
import { IconCalendar, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideTask } from '~/components/GuideLink'
import { PageHeader } from '~/components/PageHeader'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { smallest } from '~/lib/pictureSizes'
import { GroupStateBadge } from '../GroupStateBadge'
import type { Group } from '../queries'
import { RoleBadge } from '../RoleBadge'
import classes from './GroupHeader.module.css'

interface GroupHeaderProps {
  group: Group
  /** The guide that explains the page to the group's leaders. */
  guide?: GuideTask
  /** One line with the name, for a phone whose screen the list below needs. */
  isCompact?: boolean
  /** The way back in a compact header. */
  back?: ReactNode
  /** The buttons beside the name. */
  children?: ReactNode
}

/** The heading of a group's pages: photo, name, number of members, the caller's role, and the description. */
export function GroupHeader({ group, guide, isCompact, back, children }: GroupHeaderProps) {
  const { t } = useTranslation()
  const { name, avatar, memberCount, foundedDate, description, archivedAt, details } = group
  if (isCompact) {
    return (
      <PageHeader title={name} guide={guide} isCompact back={back}>
        {children}
      </PageHeader>
    )
  }
  return (
    <>
      <div className={classes.head}>
        <Avatar
          src={smallest(avatar)}
          alt=""
          name={name}
          color="jade"
          radius="md"
          className={classes.photo}
        />
        <div className={classes.title}>
          <PageHeader
            title={name}
            guide={guide}
            description={
              <Row gap="4px 16px" mt={4}>
                <span className={classes.fact}>
                  <IconUsers size={16} aria-hidden />
                  {t('groups.memberCount', { count: memberCount, number: formatNumber(memberCount) })}
                </span>
                {foundedDate && (
                  <span className={classes.fact}>
                    <IconCalendar size={16} aria-hidden />
                    {t('groups.founded', { date: formatDate(foundedDate) })}
                  </span>
                )}
                {details?.myRole && <RoleBadge role={details.myRole} />}
                {details && (archivedAt || !details.isListed) && (
                  <GroupStateBadge archivedAt={archivedAt} isListed={details.isListed} />
                )}
              </Row>
            }
          >
            {children}
          </PageHeader>
        </div>
      </div>
      {description && (
        <Box pb="lg" maw={880}>
          <Spoiler maxHeight={48} showLabel={t('groups.showMore')} hideLabel={t('groups.showLess')}>
            <Text className={classes.description}>{description}</Text>
          </Spoiler>
        </Box>
      )}
    </>
  )
}
