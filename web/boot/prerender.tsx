import { renderToString } from 'react-dom/server';
import { pageKey, PublicPage, publicPages } from '#web/boot/public-page.tsx';

const asleep = { onEnter: () => Promise.resolve(), onApproach: () => undefined };

/** The public pages as HTML, for the build. */
export const prerendered = publicPages.map((page) => ({
  key: pageKey(page),
  role: page,
  title: page === null ? 'Welcome' : 'Login',
  html: renderToString(<PublicPage page={page} {...asleep} />),
}));
