import { finishSecondFactor, getSecondFactor, renewRecoveryCodes, startSecondFactor } from '#contract/second-factor.ts';
import { standingOf } from '#server/features/second-factor/queries.ts';
import { beginSetUp, finishSetUp, renewCodes } from '#server/features/second-factor/set-up.ts';
import { type Route, route } from '#server/http/route.ts';

/** A person's own second factor: its state, its setup and its recovery codes. */
export const secondFactorRoutes: Route[] = [
  route(getSecondFactor, async ({ db, actor }) => {
    const { since, left } = await standingOf(db, actor.id);
    return { since: since?.toISOString() ?? null, recoveryCodesLeft: left };
  }),
  route(startSecondFactor, beginSetUp),
  route(finishSecondFactor, finishSetUp),
  route(renewRecoveryCodes, renewCodes),
];
