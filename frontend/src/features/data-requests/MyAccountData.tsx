import { Alert, Anchor, Button, Group, Radio, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as bounds from '~/api/bounds'
import { ErrorState } from '~/components/ErrorState'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { formatDate, formatDateTime } from '~/lib/dates'
import { downloadFile } from '~/lib/download'
import { language } from '~/lib/language'
import { optionalText, requiredText } from '~/lib/validators'
import {
  type DataRequestKind,
  type OwnDataRequest,
  type OwnFact,
  ownDataQuery,
  refreshOwnData,
} from './queries'

const KINDS = ['correction', 'erasure', 'consent', 'other'] as const satisfies DataRequestKind[]

/** The caller's data on the platform, and requests about it (Law 91/2025/QH15). */
export function MyAccountData() {
  const { t } = useTranslation()
  const own = useQuery(ownDataQuery(language()))
  const [isShown, setShown] = useState(false)
  const download = useMutation({
    mutationFn: (format: 'pdf' | 'json') => downloadFile('/users/me/data/file', { query: { format } }),
    onSuccess: () => toast.done(t('dataRequests.my.saved')),
  })
  if (!own.data) {
    if (own.error) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const { facts, requests } = own.data
  const open = requests.filter(({ result }) => result === null).map(({ kind }) => kind)
  return (
    <Stack maw={880}>
      <Title order={2}>{t('dataRequests.my.title')}</Title>
      <Text>{t('dataRequests.my.intro')}</Text>
      <Group gap="sm">
        {(['pdf', 'json'] as const).map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {t(`dataRequests.my.${format}`)}
          </Button>
        ))}
        <Button variant="subtle" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'dataRequests.my.hide' : 'dataRequests.my.show')}
        </Button>
      </Group>
      {isShown && (
        <dl style={{ margin: 0 }}>
          {facts.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: posts have the same name, and nothing is moved.
            <div key={`${fact.name}${place}`}>
              <Text component="dt" size="sm" c="dimmed">
                {fact.label}
              </Text>
              <dd style={{ margin: '0 0 8px', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                <Value fact={fact} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {requests.length > 0 && (
        <>
          <Title order={3}>{t('dataRequests.my.requests')}</Title>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {requests.map((request) => (
              <Sent key={`${request.kind}${request.askedAt}`} request={request} />
            ))}
          </Stack>
        </>
      )}
      <Ask key={open.join()} kinds={KINDS.filter((kind) => !open.includes(kind))} />
    </Stack>
  )
}

function Value({ fact: { kind, label, value } }: { fact: OwnFact }) {
  const { t } = useTranslation()
  if (kind === 'text') return value
  // The address names the installation's host, and this page may have been opened by another.
  const { pathname } = new URL(value, window.location.href)
  return kind === 'picture' ? (
    <img src={pathname} alt={label} loading="lazy" style={{ maxWidth: '100%', maxHeight: 160 }} />
  ) : (
    <Anchor href={pathname} download>
      {t('dataRequests.my.openFile')}
    </Anchor>
  )
}

function Sent({ request }: { request: OwnDataRequest }) {
  const { t } = useTranslation()
  const { kind, askedAt, answerBy, doneBy, content, answer: said, result, reason } = request
  const state = result
    ? t(`dataRequests.result.${result}`)
    : said
      ? t('dataRequests.my.doneBy', { done: formatDate(doneBy) })
      : t('dataRequests.my.dates', { answer: formatDate(answerBy), done: formatDate(doneBy) })
  return (
    <li>
      <Text fw={600}>{t(`dataRequests.kind.${kind}`)}</Text>
      <Text size="sm" c="dimmed">
        {`${formatDateTime(askedAt)} · ${state}`}
      </Text>
      <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {[content, said, reason].filter(Boolean).join('\n')}
      </Text>
    </li>
  )
}

/** As on the server. */
const MAX_TEXT = bounds.NewDataRequest_content_maxLength

function Ask({ kinds }: { kinds: readonly DataRequestKind[] }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState(kinds[0])
  const isOptional = kind === 'erasure' || kind === 'consent'
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { content: '' },
    validate: { content: isOptional ? optionalText(MAX_TEXT) : requiredText(MAX_TEXT) },
  })
  useKeptForm(form, `data request ${kind ?? ''}`)
  const asking = useMutation({
    mutationFn: (body: { kind: DataRequestKind; content: string }) =>
      answer(api.POST('/users/me/data-requests', { body })),
    onSuccess: ({ messages }) => toast.success(messages),
    onError: showFormError(form),
    onSettled: () => refreshOwnData(queryClient),
  })
  if (!kind) return null
  return (
    <form
      noValidate
      onSubmit={whenValid(form, ({ content }) => asking.mutate({ kind, content: content.trim() }))}
    >
      <Stack maw={560}>
        <Title order={3}>{t('dataRequests.my.ask')}</Title>
        <Radio.Group
          label={t('dataRequests.my.kind')}
          value={kind}
          onChange={(value) => setKind(kinds.find((known) => known === value))}
        >
          <Stack gap="xs" mt="xs">
            {kinds.map((known) => (
              <Radio key={known} value={known} label={t(`dataRequests.kind.${known}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'erasure' ? (
          <Alert color="red">{t('dataRequests.my.hint.erasure')}</Alert>
        ) : (
          <Text size="sm" c="dimmed">
            {t(`dataRequests.my.hint.${kind}`)}
          </Text>
        )}
        <Textarea
          label={t('dataRequests.my.content')}
          withAsterisk={!isOptional}
          autosize
          minRows={3}
          key={form.key('content')}
          {...form.getInputProps('content')}
        />
        <Button
          type="submit"
          color={kind === 'erasure' ? 'red' : undefined}
          loading={asking.isPending}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('dataRequests.my.send')}
        </Button>
      </Stack>
    </form>
  )
}
