import { renderToString } from 'react-dom/server';
import { productName } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import { pageKey, PublicPage, publicPages } from '#web/boot/public-page.tsx';
import { LoadingPage } from '#web/ui/spinner.tsx';

const asleep = { onEnter: () => Promise.resolve(), onApproach: () => undefined };

/** Describes each page in a sentence, for search engines and shared links. */
const descriptions: Record<Role | 'chooser', string> = {
  chooser: `${productName} helps schools find substitute teachers, so every class has a teacher by the first bell.`,
  teacher: `Teachers sign in to ${productName} to post an absence and choose who covers their class.`,
  substitute: `Substitute teachers sign in to ${productName} to find and request open classes at their schools.`,
  school_admin: `School administrators sign in to ${productName} to see today's coverage and run their school.`,
  overall_admin: `Platform owners sign in to ${productName} to manage all schools.`,
};

/** The public pages as HTML, for the build. */
export const prerendered = publicPages.map((page) => ({
  key: pageKey(page),
  role: page,
  title: page === null ? 'Welcome' : 'Login',
  description: descriptions[page ?? 'chooser'],
  html: renderToString(<PublicPage page={page} {...asleep} />),
}));

/** The app until its scripts run, the same as while the session loads. */
export const placeholder = renderToString(<LoadingPage />);
