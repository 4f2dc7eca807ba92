import type { MouseEvent } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusField } from '#web/ui/focus-field.ts';

/** Says that a form has text from before a reload. Starting over moves the focus to the form's first field. */
export function RestoredText({ onStartOver }: { onStartOver: () => void }) {
  const startOver = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const { form } = currentTarget;
    onStartOver();
    focusField(
      form?.querySelector<HTMLElement>(':is(input, select, textarea)[data-autofocus]') ??
        form?.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden], :disabled)'),
    );
  };
  return <Banner actions={<Button onClick={startOver}>Start over</Button>}>Your earlier text is still here.</Banner>;
}
