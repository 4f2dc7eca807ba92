import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { useFieldAttributes } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { join } from '#web/ui/join.ts';

type FilePickerProps = {
  name: string;
  /** The accepted types and extensions, as in the file input. */
  accept: string;
  icon?: string;
  onPick: (file: File) => void;
  disabled?: boolean;
  className?: string;
  /** The button's label. The `Field` around it says what the file is. */
  children: ReactNode;
};

/** Shows a native file input that looks like a button. The same file can be picked again. */
export function FilePicker({ name, accept, icon, onPick, disabled = false, className, children }: FilePickerProps) {
  const attributes = useFieldAttributes();
  return (
    <label
      className={buttonClass(
        'outlined',
        join(
          'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          className,
        ),
      )}
    >
      {icon === undefined ? null : <Icon shape={icon} size="small" />}
      {children}
      <input
        {...attributes}
        type="file"
        name={name}
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onPick(file);
          event.target.value = '';
        }}
        className="absolute inset-0 cursor-pointer rounded-control opacity-0 file:cursor-pointer disabled:cursor-not-allowed"
      />
    </label>
  );
}
