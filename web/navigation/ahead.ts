import type { QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/session.ts';

/**
 * Asks for what a screen shows first, when somebody is about to open it. The file of a screen exports it as `ahead`; what is
 * in the cache already is not asked for again.
 */
export type Ahead = (queries: QueryClient, user: SessionUser) => void;
