import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { markRoot } from '#web/ui/root.ts';
import { ButtonsAndBadges } from '#web/gallery/buttons.tsx';
import { Forms } from '#web/gallery/forms.tsx';
import { Layers } from '#web/gallery/layers.tsx';
import { Lists } from '#web/gallery/lists.tsx';
import { Segmented } from '#web/ui/choice.tsx';
import { PageHeader } from '#web/ui/headers.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import '#web/styles/gallery.css';

const accents = [
  { value: 'teacher', label: 'Blue' },
  { value: 'substitute', label: 'Green' },
  { value: 'school_admin', label: 'Purple' },
  { value: 'overall_admin', label: 'Crimson' },
] as const;
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Every component of the design system in every state: `/__ui`, only in development. */
function Gallery() {
  const [accent, setAccent] = useState<(typeof accents)[number]['value']>('teacher');
  const [scheme, setScheme] = useState<(typeof schemes)[number]['value']>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  useEffect(() => {
    markRoot('role', accent);
    markRoot('theme', scheme);
  }, [accent, scheme]);
  return (
    <main className="mx-auto grid max-w-page gap-8 px-8 py-8 max-md:px-4">
      <PageHeader
        title="The design system"
        actions={<Segmented label="Scheme" options={schemes} value={scheme} onChange={setScheme} />}
      >
        Every element in every state. Not a screen of the product.
      </PageHeader>
      <Segmented label="Accent" options={accents} value={accent} onChange={setAccent} />
      <ButtonsAndBadges />
      <Forms />
      <Lists />
      <Layers />
      <Toaster />
    </main>
  );
}

const container = document.getElementById('root');
if (container) createRoot(container).render(<Gallery />);
