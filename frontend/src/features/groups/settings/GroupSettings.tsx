import {
  Button,
  Card,
  Fieldset,
  NumberInput,
  Radio,
  Group as Row,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArchive, IconArchiveOff, IconTrash, IconUserShare } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { useOwnerActions } from '../ownership/useOwnerActions'
import { type Group, type GroupDetails, groupQuery, refreshGroup } from '../queries'
import { useUnsavedGuard } from '../useUnsavedGuard'
import { AboutFields, JoiningFields } from './GroupFields'
import classes from './GroupFields.module.css'
import { bodyOf, type GroupForm, type GroupValues, uploadPicture, validateGroup, valuesOf } from './groupForm'

interface GroupSettingsProps {
  group: Group
  details: GroupDetails
  /** Leaves the page of the group. */
  onDeleted: () => Promise<void>
}

/** Everything that the owner decides about a group. */
export function GroupSettings({ group, details, onDeleted }: GroupSettingsProps) {
  const { t } = useTranslation()
  const { form, save, isSaving, notice } = useSettings(group, details)
  return (
    <Stack gap="xl" maw={880}>
      <form noValidate autoComplete="off" onSubmit={save}>
        <Fieldset variant="unstyled" className={classes.plain} disabled={group.archivedAt !== null}>
          <Stack gap="lg">
            <AboutFields form={form} />
            <JoiningFields form={form} />
            <PostFields form={form} />
            <DealFields form={form} />
            {notice}
            <Row>
              <Button type="submit" loading={isSaving}>
                {t('common.save')}
              </Button>
            </Row>
          </Stack>
        </Fieldset>
      </form>
      <OwnerSection group={group} onDeleted={onDeleted} />
    </Stack>
  )
}

const POST_APPROVALS = ['all', 'firstN', 'none'] as const

function PostFields({ form }: { form: GroupForm }) {
  const { t } = useTranslation()
  const approval = form.useWatchValue('postApproval')
  return (
    <Fieldset legend={t('groups.settings.posts')}>
      <Stack>
        <Radio.Group
          label={t('groups.field.postApproval')}
          key={form.key('postApproval')}
          {...form.getInputProps('postApproval')}
        >
          <Stack gap="xs" mt="xs">
            {POST_APPROVALS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`groups.postApproval.${value}`)}
                description={t(`groups.postApprovalHint.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {approval === 'firstN' && (
          <NumberInput
            label={t('groups.field.firstN')}
            withAsterisk
            min={1}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            maw={280}
            key={form.key('firstN')}
            {...form.getInputProps('firstN')}
          />
        )}
        <Switch
          label={t('groups.field.writesRecap')}
          description={t('groups.hint.writesRecap')}
          key={form.key('writesRecap')}
          {...form.getInputProps('writesRecap', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}

const VISIBILITIES = ['leaders', 'members'] as const

function DealFields({ form }: { form: GroupForm }) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('groups.settings.deals')}>
      <Radio.Group
        label={t('groups.field.pointValueVisibility')}
        description={t('groups.hint.pointValueVisibility')}
        key={form.key('pointValueVisibility')}
        {...form.getInputProps('pointValueVisibility')}
      >
        <Stack gap="xs" mt="xs">
          {VISIBILITIES.map((value) => (
            <Radio key={value} value={value} label={t(`groups.visibility.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Fieldset>
  )
}

/** Actions of the owner on the group as a whole: transfer, archive, delete. */
function OwnerSection({ group, onDeleted }: Omit<GroupSettingsProps, 'details'>) {
  const { t } = useTranslation()
  const { archive, restore, transfer, remove, isBusy, dialogs } = useOwnerActions(group, onDeleted)
  const actions = [
    !group.archivedAt && {
      key: 'transfer',
      hint: t('groups.transfer.hint'),
      button: (
        <Button variant="default" leftSection={<IconUserShare size={18} />} onClick={transfer}>
          {t('groups.transfer.action')}
        </Button>
      ),
    },
    group.archivedAt
      ? {
          key: 'restore',
          hint: t('groups.archived.forOwner'),
          button: (
            <Button
              variant="default"
              leftSection={<IconArchiveOff size={18} />}
              loading={isBusy}
              onClick={restore}
            >
              {t('groups.restore')}
            </Button>
          ),
        }
      : {
          key: 'archive',
          hint: t('groups.archive.hint'),
          button: (
            <Button
              variant="default"
              leftSection={<IconArchive size={18} />}
              loading={isBusy}
              onClick={() => void archive()}
            >
              {t('groups.archive.action')}
            </Button>
          ),
        },
    {
      key: 'delete',
      hint: t('groups.delete.hint'),
      button: (
        <Button variant="light" color="red" leftSection={<IconTrash size={18} />} onClick={remove}>
          {t('groups.delete.action')}
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="whole-group">
      <Title order={2} id="whole-group" mb="md">
        {t('groups.settings.whole')}
      </Title>
      <Card withBorder>
        <Stack gap="lg">
          {actions.map(
            (action) =>
              action && (
                <Row key={action.key} justify="space-between" gap="sm">
                  <Text flex="1 1 280px">{action.hint}</Text>
                  {action.button}
                </Row>
              ),
          )}
        </Stack>
      </Card>
      {dialogs}
    </section>
  )
}

function useSettings(group: Group, details: GroupDetails) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm<GroupValues>({
    mode: 'uncontrolled',
    initialValues: valuesOf(group, details),
    validate: validateGroup,
  })
  const conflict = useConflict({
    form,
    stored: group,
    valuesOf: (stored: Group) => valuesOf(stored, stored.details ?? details),
    fields: [
      { path: 'name', label: t('groups.field.name') },
      { path: 'avatar', label: t('groups.field.avatar'), say: () => t('common.conflict.picture') },
      { path: 'foundedDate', label: t('groups.field.foundedDate'), say: formatDate },
      { path: 'description', label: t('groups.field.description') },
      {
        path: 'joinPolicy',
        label: t('groups.field.joinPolicy'),
        say: (policy: GroupValues['joinPolicy']) => t(`groups.joinPolicy.${policy}`),
      },
      {
        path: 'validationInfo.requireMembershipCertificate',
        label: t('groups.document.membershipCertificate'),
      },
      { path: 'validationInfo.requireBusinessLicense', label: t('groups.document.businessLicense') },
      { path: 'isListed', label: t('groups.field.isListed') },
      { path: 'onePerBusinessField', label: t('groups.field.onePerBusinessField') },
      {
        path: 'postApproval',
        label: t('groups.field.postApproval'),
        say: (approval: GroupValues['postApproval']) => t(`groups.postApproval.${approval}`),
      },
      { path: 'firstN', label: t('groups.field.firstN') },
      {
        path: 'pointValueVisibility',
        label: t('groups.field.pointValueVisibility'),
        say: (visibility: GroupValues['pointValueVisibility']) => t(`groups.visibility.${visibility}`),
      },
      { path: 'writesRecap', label: t('groups.field.writesRecap') },
    ],
  })
  useKeptForm(form, `group ${group.id}`, { conflict })
  useUnsavedGuard(() => form.isDirty())
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: GroupValues) => {
      const body = bodyOf(values, values.avatar ?? (await uploadPicture(values.name)))
      return answer(
        api.PUT('/group/{groupId}', {
          params: { path: { groupId: group.id } },
          body: { ...body, version: conflict.version },
        }),
      )
    },
    onSuccess: ({ data }, values) => {
      toast.done(t('groups.done.saved', { group: data.name }))
      conflict.saved(data)
      const avatar = values.avatar ?? data.avatar
      if (values.avatar === null) form.setFieldValue('avatar', avatar)
      form.resetDirty({ ...values, avatar })
      queryClient.setQueryData(groupQuery(group.id).queryKey, data)
      void refreshGroup(queryClient, group.id)
    },
    onError: shows(conflict.refuse),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending, notice: conflict.notice }
}
