import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconNews } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { PageHeader } from '~/components/PageHeader'
import { FeedComposer } from './FeedComposer'
import { PostStream } from './PostStream'
import classes from './Posts.module.css'
import { feedQuery, newestOfFeedQuery } from './queries'
import type { FeedSort } from './search'

interface FeedScreenProps {
  sort: FeedSort
  onSort: (sort: FeedSort) => void
}

/** Approved posts of all groups of the caller, and the beginning of another one. */
export function FeedScreen({ sort, onSort }: FeedScreenProps) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(feedQuery(sort))
  const { data: newest } = useQuery(newestOfFeedQuery(sort))
  const sorts: FeedSort[] = ['newest', 'active']
  return (
    <>
      <PageHeader title={t('shell.menu./my-feed')} description={t('posts.feed.description')}>
        <SegmentedControl
          aria-label={t('posts.feed.sort')}
          value={sort}
          data={sorts.map((value) => ({ value, label: t(`posts.feed.${value}`) }))}
          onChange={(value) => onSort(sorts.find((known) => known === value) ?? 'newest')}
        />
      </PageHeader>
      <div className={classes.stream}>
        <FeedComposer />
        <PostStream
          list={list}
          newest={newest}
          isByActivity={sort === 'active'}
          withGroup
          empty={
            <EmptyState
              icon={IconNews}
              title={t('posts.feed.empty.title')}
              description={t('posts.feed.empty.description')}
            >
              <Group justify="center">
                <Button variant="default" renderRoot={(props) => <Link {...props} to="/my-group" />}>
                  {t('posts.feed.empty.myGroups')}
                </Button>
                <Button renderRoot={(props) => <Link {...props} to="/discovery" />}>
                  {t('posts.feed.empty.discover')}
                </Button>
              </Group>
            </EmptyState>
          }
        />
      </div>
    </>
  )
}
