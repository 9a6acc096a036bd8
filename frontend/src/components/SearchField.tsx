import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a key before the search is asked. */
const PAUSE = 250

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'onSearch'> {
  label: string
  /** What is searched for now, which may change without the field: back and forward, or "clear filters". */
  value: string
  /** Called with the trimmed text when nobody has typed for a moment. */
  onSearch: (text: string) => void
}

/** Search while typing. The answer to one's own search never touches what has been typed meanwhile. */
export function SearchField({ label, value, onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const search = useDebouncedCallback((typed: string, path: string) => {
    // Whoever has opened something meanwhile is on their way there, although this field is still on the screen.
    if (location.pathname !== path) return
    asked.current = typed
    onSearch(typed)
  }, PAUSE)
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={18} />}
      {...props}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        search(event.currentTarget.value.trim(), location.pathname)
      }}
    />
  )
}
