import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import * as icons from '#web/ui/icons.ts';
import { Menu } from '#web/ui/popover.tsx';

/** Shows 'More' with the other commands for one thing, which `of` names to screen readers. */
export function MoreMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu
      label={`More for ${of}`}
      renderTrigger={(attributes) => (
        <Button {...attributes}>
          More<span className="sr-only"> for {of}</span>
          <Icon shape={icons.chevronDown} size="small" />
        </Button>
      )}
    >
      {children}
    </Menu>
  );
}
