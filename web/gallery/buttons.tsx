import { useState } from 'react';
import { Chapter, Specimen } from '#web/gallery/specimen.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CountPill } from '#web/ui/count-pill.tsx';
import { Disc } from '#web/ui/disc.tsx';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

export function ButtonsAndBadges() {
  const [pending, setPending] = useState(false);
  return (
    <Chapter title="Buttons, badges, marks">
      <Specimen name="Variants">
        <div className="flex flex-wrap gap-2">
          <Button variant="filled">Request Position</Button>
          <Button>Cancel</Button>
          <Button variant="plain">Decline</Button>
          <Button variant="danger" icon={icons.trash}>
            Delete
          </Button>
          <Button variant="danger-plain">Remove</Button>
          <IconButton label="Close" icon={icons.close} />
        </div>
      </Specimen>
      <Specimen name="Pending keeps its width and stays focusable; disabled">
        <div className="flex flex-wrap gap-2">
          <Button variant="filled" pending={pending} pendingText="Submitting..." onClick={() => setPending(true)}>
            Request Position
          </Button>
          <Button variant="filled" pending pendingText="Submitting...">
            Request Position
          </Button>
          <Button variant="filled" disabled>
            Request Position
          </Button>
          <Button pending>Try again</Button>
        </div>
      </Specimen>
      <Specimen name="Status badges: color, shape and word">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="urgent">Urgent</Badge>
          <Badge tone="open">Open</Badge>
          <Badge tone="pending">Pending Approval</Badge>
          <Badge tone="filled">Filled</Badge>
          <Badge>12 completed</Badge>
          <CountPill count={4} />
          <CountPill count={120} active unit="waiting" />
        </div>
      </Specimen>
      <Specimen name="Avatars, discs, spinner, mark">
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name="Priya Natarajan" />
          <Avatar name="Daniel Reyes" size="medium" />
          <Avatar name="Ådne" size="large" />
          <Disc icon={icons.clock} tone="pending" size="huge" />
          <Disc icon={icons.search} size="large" />
          <Spinner />
          <Mark />
        </div>
      </Specimen>
      <Specimen name="Icons" wide>
        <ul className="flex flex-wrap gap-4">
          {Object.entries(icons).map(([name, shape]) => (
            <li key={name} className="grid w-20 justify-items-center gap-1 text-caption">
              <Icon shape={shape} size="large" />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
    </Chapter>
  );
}
