import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { SessionUser } from '#contract/session.ts';
import { dashboardPath, segmentOf, type Role } from '#domain/role.ts';
import { markRoot } from '#web/ui/root.ts';
import { beginSession } from '#web/session/session.ts';
import { ScreenBoundary } from '#web/layout/load-failed.tsx';
import { takeDestination } from '#web/navigation/destination.ts';
import { currentPlace, navigate } from '#web/navigation/location.ts';
import { providePreloader } from '#web/navigation/preload.ts';
import { PlaceProvider } from '#web/navigation/place.tsx';
import { makeQueryClient } from '#web/queries.ts';
import { isDocument, isScreenOf, preloadScreen, Router } from '#web/boot/router.tsx';
import { DiscardQuestion } from '#web/ui/discard-question.tsx';
import { focusPageTitle } from '#web/ui/page-title.tsx';
import { partsSeenSoon } from '#web/ui/part.tsx';
import { showKeptToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import '#web/styles/app.css';

/**
 * Starts the app at the current address, once the session has been requested. It renders when the files of the screen
 * have loaded, which the page already asked for: React shows whatever isn't ready 300 ms after the frame around it.
 */
export async function start(container: HTMLElement, queries: QueryClient): Promise<void> {
  await preloadScreen(currentPlace().path);
  await partsSeenSoon();
  render(container, queries);
  if (!isDocument(currentPlace().path)) showKeptToast();
}

/**
 * Takes over a sign-in page's document: after signing in, a person is at the screen they wanted, or at their dashboard,
 * without another page load.
 */
export function takeOver(container: HTMLElement, user: SessionUser): void {
  const queries = makeQueryClient();
  beginSession(queries, user);
  markRoot('page', null);
  markRoot('session', segmentOf(user.role));
  markRoot('role', user.role);
  const wanted = takeDestination();
  navigate(wanted !== null && isScreenOf(user.role, wanted) ? wanted : dashboardPath(user.role), { replace: true });
  scrollTo(0, 0);
  focusPageTitle();
  render(container, queries);
}

function render(container: HTMLElement, queries: QueryClient): void {
  providePreloader((address) => void preloadScreen(address, queries));
  markRoot('alive', '');
  // The page is rendered in slices, like everything after it, so a slow phone stays responsive.
  startTransition(() =>
    createRoot(container).render(
      <QueryClientProvider client={queries}>
        <ScreenBoundary at="">
          <PlaceProvider>
            <Router />
          </PlaceProvider>
        </ScreenBoundary>
        <DiscardQuestion />
        <Toaster />
      </QueryClientProvider>,
    ),
  );
}

/** Prefetches the first screen after signing in while a person types. */
export function preloadHome(role: Role): void {
  void preloadScreen(dashboardPath(role));
}
