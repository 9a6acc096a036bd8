import { Input, Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, type RefObject, Suspense, useEffect, useRef } from 'react'

// The editor weighs more than the rest of a screen.
const Editor = lazy(() =>
  import('./RichTextEditor').then(({ RichTextEditor }) => ({ default: RichTextEditor })),
)
const View = lazy(() => import('./RichTextView').then(({ RichTextView }) => ({ default: RichTextView })))

/** The height of an empty editor in pixels, so that the screen does not move when it comes. */
const EDITOR_HEIGHT = 172

/** A `RichTextEditor` that is loaded when it is shown. Its place takes a form's focus and message until it comes. */
export function RichTextEditor(props: ComponentProps<typeof Editor>) {
  const { label, description, error, required, 'data-path': path } = props
  const isWanted = useRef(false)
  const empty = (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      withAsterisk={required}
    >
      <Skeleton
        height={EDITOR_HEIGHT}
        radius="md"
        data-path={path}
        tabIndex={-1}
        onFocus={() => {
          isWanted.current = true
        }}
        // The arrival of the editor takes this away, and the focus goes nowhere.
        onBlur={({ relatedTarget }) => {
          if (relatedTarget) isWanted.current = false
        }}
      />
    </Input.Wrapper>
  )
  return (
    <Suspense fallback={empty}>
      <Editor {...props} />
      {path && <FocusOnArrival path={path} isWanted={isWanted} />}
    </Suspense>
  )
}

interface FocusOnArrivalProps {
  path: string
  isWanted: RefObject<boolean>
}

/** Comes with the editor, and gives it the focus that its place had. */
function FocusOnArrival({ path, isWanted }: FocusOnArrivalProps) {
  useEffect(() => {
    if (isWanted.current) document.querySelector<HTMLElement>(`[data-path="${path}"]`)?.focus()
    isWanted.current = false
  }, [path, isWanted])
  return null
}

/** A `RichTextView` that is loaded when it is shown. */
export function RichTextView(props: ComponentProps<typeof View>) {
  return (
    <Suspense fallback={<Skeleton height={EDITOR_HEIGHT} radius="md" />}>
      <View {...props} />
    </Suspense>
  )
}
