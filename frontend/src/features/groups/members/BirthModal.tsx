import { Avatar, Button, Modal, Group as Row, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closeOnOwnEscape } from '~/components/closeOnOwnEscape'
import { confirmDiscard } from '~/components/confirm'
import { showFormError, whenValid } from '~/components/formErrors'
import { NextSteps } from '~/components/NextSteps'
import { useKeptForm } from '~/components/useKept'
import { smallest } from '~/lib/pictureSizes'
import { type Group, refreshGroup } from '../queries'
import { useUnsavedGuard } from '../useUnsavedGuard'
import { AddressesField } from './AddressesField'
import { faultOf, readAddresses } from './addresses'
import classes from './BirthModal.module.css'
import { countKnown, inviteByMail, isAccepted, tellAdded } from './inviting'
import { JoinWays } from './JoinWays'

/** The group has just been created: its leader gives out the link, invites people and plans meetings. */
export function BirthModal({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  const { form, save, isSaving } = useInvitation(group)
  const close = async () => {
    if (!form.isDirty() || (await confirmDiscard())) onClose()
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      {...closeOnOwnEscape(() => void close())}
      size="lg"
      title={
        <Text component="span" fz="xl" fw={600}>
          {t('groups.birth.title')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <Row wrap="nowrap">
          <Avatar src={smallest(group.avatar)} alt="" name={group.name} color="jade" radius="md" size={56} />
          <Text fw={600} fz="lg" className={classes.name}>
            {group.name}
          </Text>
        </Row>
        <JoinWays group={group} />
        <form noValidate onSubmit={save} aria-labelledby="invite-by-mail">
          <Stack gap="sm" align="stretch">
            <Title order={3} fz="md" id="invite-by-mail">
              {t('groups.addMembers.email.label')}
            </Title>
            <AddressesField {...form.getInputProps('addresses')} />
            <Button type="submit" variant="default" loading={isSaving} className={classes.send}>
              {t('groups.addMembers.email.action')}
            </Button>
          </Stack>
        </form>
        <NextSteps
          title={t('groups.birth.next')}
          steps={[
            {
              icon: IconCalendarRepeat,
              words: t('groups.birth.plan'),
              link: {
                to: '/my-group/$groupId',
                params: { groupId: group.id },
                search: { tab: 'events', plan: true },
              },
            },
          ]}
        />
        <Row justify="flex-end">
          <Button onClick={() => void close()}>{t('groups.birth.enter')}</Button>
        </Row>
      </Stack>
    </Modal>
  )
}

function useInvitation(group: Group) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { addresses: '' },
    validate: { addresses: (text) => faultOf(readAddresses(text)) },
  })
  useKeptForm(form, `first members ${group.id}`)
  useUnsavedGuard(() => form.isDirty())
  const { mutate, isPending } = useMutation({
    mutationFn: ({ addresses }: typeof form.values) => inviteByMail(group.id, addresses, 'member'),
    onSuccess: (people, { addresses }) => {
      const added = people.filter(isAccepted).length
      tellAdded(group, added, people.length - added, countKnown(addresses, people))
      form.reset()
    },
    onError: showFormError(form, { people: 'addresses' }),
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  return { form, save: whenValid(form, mutate), isSaving: isPending }
}
