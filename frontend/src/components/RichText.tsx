import { Input, Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, Suspense } from 'react'

// The editor weighs more than the rest of a screen.
const Editor = lazy(() =>
  import('./RichTextEditor').then(({ RichTextEditor }) => ({ default: RichTextEditor })),
)
const View = lazy(() => import('./RichTextView').then(({ RichTextView }) => ({ default: RichTextView })))

/** The height of an empty editor in pixels, so that the screen does not move when it comes. */
const EDITOR_HEIGHT = 172

/** A `RichTextEditor` that is loaded when it is shown. */
export function RichTextEditor(props: ComponentProps<typeof Editor>) {
  const { label, description, required } = props
  const empty = (
    <Input.Wrapper label={label} labelElement="div" description={description} withAsterisk={required}>
      <Skeleton height={EDITOR_HEIGHT} radius="md" />
    </Input.Wrapper>
  )
  return (
    <Suspense fallback={empty}>
      <Editor {...props} />
    </Suspense>
  )
}

/** A `RichTextView` that is loaded when it is shown. */
export function RichTextView(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={<Skeleton height={EDITOR_HEIGHT} radius="md" />}>
      <View {...props} />
    </Suspense>
  )
}
