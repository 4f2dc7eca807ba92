import { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { showPush, turnOff, turnOn } from '#server/features/push/devices.ts';
import { type Route, route } from '#server/http/route.ts';

/** In which browsers one gets pushes. */
export const pushRoutes: Route[] = [
  route(getPush, showPush),
  route(putPushDevice, turnOn),
  route(deletePushDevice, turnOff),
];
