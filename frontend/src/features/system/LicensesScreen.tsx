import { Anchor, Box, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { LanguageButton } from '~/components/LanguageButton'
import { Mark } from '~/components/Mark'
import { SearchField } from '~/components/SearchField'
import { formatNumber } from '~/lib/numbers'
import classes from './Licenses.module.css'
import { type Component, isFound, type Licenses } from './licenses'
import { licensesQuery } from './queries'

/** The components of the program with their licences, without a login. */
export function LicensesScreen() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('licenses.title')} · Hội`)
  const licenses = useQuery(licensesQuery)
  return (
    <Container size={880} py="md">
      <Group component="header" justify="space-between" mb="lg">
        <a href="/" className={classes.brand} aria-label={`Hội: ${t('licenses.home')}`}>
          <Mark size={32} />
          <span>Hội</span>
        </a>
        <LanguageButton />
      </Group>
      <div>
        <Title order={1}>{t('licenses.title')}</Title>
        <Text mt={4} mb="md">
          {t('licenses.intro')}{' '}
          <Anchor href="/licenses.txt" underline="always">
            {t('licenses.plain')}
          </Anchor>
        </Text>
        {licenses.data ? (
          <Found licenses={licenses.data} />
        ) : licenses.error ? (
          <ErrorState error={licenses.error} onRetry={() => void licenses.refetch()} />
        ) : (
          <Skeleton height={400} />
        )}
      </div>
    </Container>
  )
}

function Found({ licenses: { sections, texts } }: { licenses: Licenses }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const found = sections
    .map(({ title, components }) => ({ title, components: components.filter((one) => isFound(one, words)) }))
    .filter(({ components }) => components.length > 0)
  const count = found.reduce((sum, { components }) => sum + components.length, 0)
  return (
    <>
      <SearchField label={t('licenses.search')} value={words} onSearch={setWords} />
      <Text role="status" size="sm" c="dimmed" my="sm">
        {count === 0 ? t('licenses.none') : t('licenses.count', { count, number: formatNumber(count) })}
      </Text>
      <Stack gap="lg">
        {found.map(({ title, components }) => (
          <Box component="section" key={title} aria-label={titleOf(title, t)}>
            <Title order={2} fz="lg" mb="xs">
              {titleOf(title, t)}
            </Title>
            {components.map((component) => (
              <Entry key={`${component.name} ${component.version}`} component={component} texts={texts} />
            ))}
          </Box>
        ))}
      </Stack>
    </>
  )
}

/** The titles of the file. */
function titleOf(title: string, t: TFunction) {
  if (title === 'Rust crates') return t('licenses.rust')
  if (title === 'npm packages') return t('licenses.npm')
  return t('licenses.others')
}

/** Its texts are drawn when it is opened: together they are long. */
function Entry({ component, texts }: { component: Component; texts: readonly string[] }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { name, version, licence, owners } = component
  return (
    <details className={classes.entry} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Text component="span" fw={500}>
          {name}
        </Text>{' '}
        <Text component="span" c="dimmed">
          {[version, licence].filter(Boolean).join(' · ')}
        </Text>
      </summary>
      {isOpen && (
        <>
          {owners.map((owner) => (
            <Text key={owner} size="sm">
              {owner}
            </Text>
          ))}
          {component.texts.map((number) => (
            <pre key={number} className={classes.text} lang="en">
              {texts[number - 1]}
            </pre>
          ))}
          {component.texts.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('licenses.noText')}
            </Text>
          )}
        </>
      )}
    </details>
  )
}
