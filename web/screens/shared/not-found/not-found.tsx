import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/navigation/link.tsx';
import { productName } from '#domain/product.ts';
import { dashboardPath } from '#domain/role.ts';
import { sessionQuery } from '#web/session/session.ts';
import { Footer } from '#web/page/footer.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Mark } from '#web/ui/mark.tsx';

/** 404, with a link to the user's dashboard, or to the sign-in if signed out. */
export function NotFound() {
  useDocumentTitle('404 Page Not Found');
  const { data: user, isPending } = useQuery(sessionQuery);
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="flex h-header items-center gap-2.5 px-8 text-heading font-semibold tracking-[-0.02em] text-ink max-md:px-4">
        <Mark />
        {productName}
      </header>
      <main className="grid place-content-center justify-items-center gap-2 p-6 text-center">
        <LostBell />
        <PageTitle className="mt-4 text-display">404 Page Not Found</PageTitle>
        <p className="mb-4">The page you're looking for doesn't exist.</p>
        {isPending ? null : user ? (
          <Link to={dashboardPath(user.role)} className={buttonClass('filled', 'min-h-touch')}>
            Go to your dashboard
          </Link>
        ) : (
          <a href="/auth" className={buttonClass('filled', 'min-h-touch')}>
            Go to sign-in
          </a>
        )}
      </main>
      <Footer className="px-8 py-5 max-md:px-4" />
    </div>
  );
}

/** Shows the bell's arcs, without the innermost. */
function LostBell() {
  return (
    <svg
      width="220"
      height="122"
      viewBox="0 -10 220 122"
      fill="none"
      strokeWidth="1.5"
      aria-hidden="true"
      className="max-w-full"
    >
      <path d="M12 92a98 98 0 0 1 196 0M36 92a74 74 0 0 1 148 0" className="stroke-line" />
      <path d="M60 92a50 50 0 0 1 100 0" strokeDasharray="4 6" strokeWidth="2" className="stroke-accent-ink" />
      <path d="M4 92h212" strokeWidth="2" strokeLinecap="round" className="stroke-accent-ink" />
      <circle cx="182" cy="104" r="5" className="fill-accent-ink" />
    </svg>
  );
}
