import { Box, Button, Group as Row, Select } from '@mantine/core'
import { IconFileImport, IconLink, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DisabledWithReason } from '~/components/DisabledWithReason'
import filterClasses from '~/components/filters.module.css'
import { SearchField } from '~/components/SearchField'
import { SortSelect } from '~/components/SortSelect'
import { UsageMeter } from '~/components/UsageMeter'
import { useIsPhone } from '~/components/useIsPhone'
import { formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import type { Group, GroupDetails } from '../queries'
import { rightsIn } from '../rights'
import { ROLES } from '../search'
import { AddMembersModal } from './AddMembersModal'
import { ImportMembersModal } from './ImportMembersModal'
import { JoinLinkModal } from './JoinLinkModal'
import type { MemberListProps } from './MemberList'
import { useMemberColumns } from './memberColumns'

interface MemberToolsProps extends Omit<MemberListProps, 'moreColumns'> {
  details: GroupDetails
}

/** The search and the filters of the list, its order on a phone, and for leaders the ways to add members. */
export function MemberTools({ group, details, search, onSearch }: MemberToolsProps) {
  const { t } = useTranslation()
  const { leads } = rightsIn(group)
  const isPhone = useIsPhone()
  const columns = useMemberColumns(leads)
  const { role, sort, order } = search
  return (
    <>
      {leads && <AddBar group={group} limit={details.memberLimit} />}
      <Box role="search" className={filterClasses.filters}>
        <SearchField
          className={filterClasses.text}
          label={t('groups.members.search')}
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ search: text || undefined }, true)}
        />
        <Select
          aria-label={t('groups.field.role')}
          placeholder={t('groups.field.role')}
          data={ROLES.map((value) => ({ value, label: t(`groups.role.${value}`) }))}
          value={role ?? null}
          onChange={(value) => onSearch({ role: ROLES.find((known) => known === value) })}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
        />
        {isPhone && (
          <SortSelect
            sort={sort}
            order={order}
            onSort={onSearch}
            choices={columns.flatMap(({ sortKey, header }) =>
              sortKey ? [{ sort: sortKey, label: header }] : [],
            )}
          />
        )}
      </Box>
    </>
  )
}

/** The number of members and its limit, and the buttons that add members. */
function AddBar({ group, limit }: { group: Group; limit: number }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'add' | 'import' | 'link' | null>(() =>
    isTypedHere(`members ${group.id}`) ? 'add' : null,
  )
  const { memberCount: used, archivedAt } = group
  const isFull = limit !== -1 && used >= limit
  const reason = archivedAt
    ? t('groups.archived.readOnly')
    : isFull
      ? t('groups.members.full', { count: limit, limit: formatNumber(limit) })
      : undefined
  const close = () => setDialog(null)
  return (
    <Row justify="space-between" align="flex-end" mb="md">
      <div style={{ flex: '0 1 280px', minWidth: 200 }}>
        <UsageMeter
          text={
            limit === -1
              ? t('groups.memberCount', { count: used, number: formatNumber(used) })
              : t('groups.members.used', {
                  count: limit,
                  used: formatNumber(used),
                  limit: formatNumber(limit),
                })
          }
          used={used}
          limit={limit}
        />
      </div>
      <Row gap="sm">
        <DisabledWithReason reason={archivedAt ? reason : undefined}>
          <Button variant="default" leftSection={<IconLink size={18} />} onClick={() => setDialog('link')}>
            {t('groups.joinLink.action')}
          </Button>
        </DisabledWithReason>
        <DisabledWithReason reason={reason}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} />}
            onClick={() => setDialog('import')}
          >
            {t('groups.import.action')}
          </Button>
        </DisabledWithReason>
        <DisabledWithReason reason={reason}>
          <Button leftSection={<IconUserPlus size={18} />} onClick={() => setDialog('add')}>
            {t('groups.addMembers.action')}
          </Button>
        </DisabledWithReason>
      </Row>
      {dialog === 'add' && <AddMembersModal group={group} onClose={close} />}
      {dialog === 'import' && <ImportMembersModal group={group} onClose={close} />}
      {dialog === 'link' && <JoinLinkModal group={group} onClose={close} />}
    </Row>
  )
}
