import type { ReplyOf } from '#contract/endpoint.ts';
import { getOverview } from '#contract/platform.ts';
import { reading } from '#web/api/reading.ts';

export type Overview = ReplyOf<typeof getOverview>;

/** All schools at a glance. Coverage changes without this page, so it is refetched on each visit. */
export const overviewQuery = reading(['overview'], getOverview, {}, { gcTime: 0 });
