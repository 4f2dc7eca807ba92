import { join } from '#web/ui/join.ts';

const sizes = {
  small: 'size-8 text-caption',
  medium: 'size-11 text-[0.9375rem]',
  large: 'size-14 text-[1.125rem]',
} as const;

type AvatarProps = { name: string; photo?: string | null; size?: keyof typeof sizes };

/** Shows a person's photo, or else their initials. Decorative: the name is next to it. */
export function Avatar({ name, photo, size = 'small' }: AvatarProps) {
  const shape = join(
    'inline-grid flex-none place-items-center rounded-pill bg-accent-soft font-semibold tracking-wide text-accent-ink',
    sizes[size],
  );
  if (photo)
    return (
      <img
        src={photo}
        alt=""
        width={88}
        height={88}
        loading="lazy"
        decoding="async"
        className={join(shape, 'object-cover')}
      />
    );
  // Drawn, not text, so the initials aren't part of an enclosing button's name.
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={join(shape, 'before:content-[attr(data-initials)]')}
    />
  );
}

/** Returns the first letters of the first and the last word, as whole characters in any script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return picked
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
