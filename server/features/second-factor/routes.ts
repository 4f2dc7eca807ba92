import {
  confirmIdentity,
  endSecondFactor,
  finishSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#contract/second-factor.ts';
import { proveIdentity, turnOff } from '#server/features/second-factor/prove.ts';
import { standingOf } from '#server/features/second-factor/queries.ts';
import { beginSetUp, finishSetUp, renewCodes } from '#server/features/second-factor/set-up.ts';
import { type Route, route } from '#server/http/route.ts';

/** The own second factor, and proving who one is before what matters. */
export const secondFactorRoutes: Route[] = [
  route(confirmIdentity, proveIdentity),
  route(getSecondFactor, async ({ db, actor }) => {
    const { since, left } = await standingOf(db, actor.id);
    return { since: since?.toISOString() ?? null, recoveryCodesLeft: left };
  }),
  route(startSecondFactor, beginSetUp),
  route(finishSecondFactor, finishSetUp),
  route(renewRecoveryCodes, renewCodes),
  route(endSecondFactor, turnOff),
];
