import { Skeleton, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { language } from '~/lib/language'
import { GuideFrame } from './GuideFrame'
import classes from './Guides.module.css'
import { GUIDES } from './guide'
import { guideQuery } from './queries'

/** All guides with their tasks. */
export function GuideListScreen() {
  const { t } = useTranslation()
  const guides = useQueries({ queries: GUIDES.map((name) => guideQuery(language(), name)) })
  const failed = guides.find(({ error }) => error)
  return (
    <GuideFrame title={t('guides.title')} description={t('guides.description')}>
      {failed ? (
        <ErrorState
          error={failed.error}
          onRetry={() => void Promise.all(guides.map(({ refetch }) => refetch()))}
        />
      ) : (
        <div className={classes.list}>
          {GUIDES.map((guide, at) => {
            const data = guides[at]?.data
            if (!data) return <Skeleton key={guide} height={200} radius="md" />
            return (
              <section key={guide}>
                <Title order={2} fz="lg" mb={4}>
                  <Link to="/guides/$guide" params={{ guide }}>
                    {data.title}
                  </Link>
                </Title>
                <ul>
                  {data.tasks.map(({ id, title }) => (
                    <li key={id}>
                      <Link to="/guides/$guide" params={{ guide }} hash={id}>
                        {title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      )}
    </GuideFrame>
  )
}
