import { Alert, Button, Fieldset, Group as Row, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowLeft, IconShoppingCart } from '@tabler/icons-react'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showFormError, whenValid } from '~/components/formErrors'
import { PageHeader } from '~/components/PageHeader'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { answer, api, call } from '~/lib/api'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { AddGroupButton } from '../lists/AddGroupButton'
import { GroupMeter, useGroupLimit } from '../lists/GroupMeter'
import { joinLinkQuery, refreshGroups } from '../queries'
import { useUnsavedGuard } from '../useUnsavedGuard'
import { AboutFields, JoiningFields } from './GroupFields'
import { GroupOwnerField } from './GroupOwnerField'
import { bodyOf, type GroupValues, NEW_GROUP, uploadPicture, validateGroup } from './groupForm'

/** Creates a group: administrators for an organiser, organisers for themselves. */
export function NewGroupScreen({ onCreated }: { onCreated: (groupId: string) => void }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const forOthers = isAdmin(profile)
  const { isUsedUp, request } = useGroupLimit()
  const { form, save, isSaving } = useNewGroup(
    forOthers,
    request?.status === 'approved' ? request.name : '',
    onCreated,
  )
  return (
    <>
      <PageHeader
        title={t('shell.title.newGroup')}
        description={t(forOthers ? 'groups.new.forOthers' : 'groups.new.forMyself')}
      >
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} />}
          renderRoot={(props) => <Link {...props} to={forOthers ? '/group-management' : '/my-group'} />}
        >
          {t(forOthers ? 'groups.back.all' : 'groups.back.mine')}
        </Button>
      </PageHeader>
      <GroupMeter />
      {isUsedUp ? (
        <Alert color="marigold" icon={<IconShoppingCart />} title={t('common.atLimit')} maw={880}>
          <Stack align="flex-start">
            {t('groups.new.atLimit')}
            <AddGroupButton />
          </Stack>
        </Alert>
      ) : (
        <form noValidate autoComplete="off" onSubmit={save}>
          <Stack gap="lg" maw={880}>
            {forOthers && (
              <Fieldset legend={t('groups.role.owner')}>
                <GroupOwnerField key={form.key('ownerId')} {...form.getInputProps('ownerId')} />
              </Fieldset>
            )}
            <AboutFields form={form} />
            <JoiningFields form={form} />
            <Row>
              <Button type="submit" loading={isSaving}>
                {t('groups.add')}
              </Button>
            </Row>
          </Stack>
        </form>
      )}
    </>
  )
}

function useNewGroup(forOthers: boolean, askedName: string, onCreated: (groupId: string) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const isSaved = useRef(false)
  const drawn = useRef({ name: '', url: '' })
  const form = useForm<GroupValues>({
    mode: 'uncontrolled',
    initialValues: NEW_GROUP,
    validate: {
      ...validateGroup,
      ownerId: (id) => (id || !forOthers ? null : t('groups.invalid.owner')),
    },
  })
  useKeptForm(form, 'group', { except: ['ownerId'] })
  // The account with the approved request may still load when the form appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that was typed in stays as it is.
  useEffect(() => {
    if (!askedName || form.isDirty()) return
    form.setInitialValues({ ...NEW_GROUP, name: askedName })
    form.reset()
  }, [askedName])
  useUnsavedGuard(() => form.isDirty() && !isSaved.current)
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: GroupValues) => {
      const { ownerId, name, avatar } = values
      // Sent again, such as after a lost answer, the same values give the same body, by which the server knows it.
      if (!avatar && drawn.current.name !== name) drawn.current = { name, url: await uploadPicture(name) }
      const body = bodyOf(values, avatar ?? drawn.current.url)
      const made = await answer(api.POST('/group', { body: { ...body, ownerId } }))
      // Its leader gives out the link first. If making it fails, that page offers to make it.
      if (!forOthers) await makeLink(queryClient, made.data.id).catch(() => undefined)
      return made
    },
    onSuccess: ({ data }, { name }) => {
      isSaved.current = true
      // Leaders read it on the page of the group.
      if (forOthers) toast.done(t('groups.done.created', { group: name.trim() }))
      void refreshGroups(queryClient)
      onCreated(data.id)
    },
    onError: showFormError(form),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending }
}

async function makeLink(client: QueryClient, groupId: string) {
  const link = await call(api.POST('/group/{groupId}/join-link', { params: { path: { groupId } } }))
  client.setQueryData(joinLinkQuery(groupId).queryKey, link)
}
