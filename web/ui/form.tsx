import type { ComponentProps } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & { onSubmit: () => void };

/**
 * Shows a form that our script sends, and whose errors we show ourselves. The browser neither checks it nor leaves the
 * page.
 */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...props}
    />
  );
}
