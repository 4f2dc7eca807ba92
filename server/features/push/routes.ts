import { deletePushDevice, getPush, putPushDevice } from '#contract/push.ts';
import { showPush, turnOff, turnOn } from '#server/features/push/devices.ts';
import { type Route, route } from '#server/http/route.ts';

/** The browsers that receive a person's push notifications. */
export const pushRoutes: Route[] = [
  route(getPush, showPush),
  route(putPushDevice, turnOn),
  route(deletePushDevice, turnOff),
];
