import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';

/**
 * Prefetches a screen's first data when a person is about to open it. The screen's file exports it as `ahead`. Cached
 * data isn't refetched.
 */
export type Ahead = (queries: QueryClient, user: SessionUser) => void;
