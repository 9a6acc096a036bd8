import { Menu } from '@mantine/core'
import type { TemplateVariable } from './variableNode'

interface VariablesMenuProps {
  variables: readonly TemplateVariable[]
  onPick: (name: string) => void
  /** The button that opens it. */
  children: React.ReactElement
}

/** The variables of a mail by their readable names. The focus goes where the picked one is inserted. */
export function VariablesMenu({ variables, onPick, children }: VariablesMenuProps) {
  return (
    <Menu returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {variables.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => onPick(name)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
